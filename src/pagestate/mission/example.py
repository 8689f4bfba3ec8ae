"""The mission file that `pagestate init` writes."""

__all__ = ["EXAMPLE"]

EXAMPLE = """\
# yaml-language-server: $schema=pagestate.schema.json
# A pagestate mission file. Change its addresses, then run it with `pagestate run pagestate.yaml`.
# `pagestate schema` prints what may stand here.

# known: pagestate-known.json   # pages as they are when right, written by `pagestate learn`

defaults:
  environment: staging  # which one to visit, unless --env names another
  timeout: 30s          # how long a navigation may take
  deadline: 15m         # no attempt at a page starts later than this after the first
  consent: reject       # how to answer a consent gate: leave (a person is asked), reject or accept

# Where the pages are: addresses below are joined to base_url. `--env production` visits the other one.
environments:
  production:
    base_url: https://www.example.com
  staging:
    base_url: https://staging.example.com
    headers: {x-preview: "${PREVIEW_TOKEN:-none}"}   # goes to this host only

# How to be somebody. Secrets come from the environment, never from this file.
auth:
  shopper:
    state: .pagestate/auth/shopper.json     # a browser state saved by Playwright
    check: text contains "Sign out"         # true only when it worked
    check_url: /account

missions:
  - name: after-deploy
    tags: [smoke]
    pages:
      - url: /
        goal: The start page shows the shop
        expect:
          - h1 contains "Welcome"
          - count("nav a") >= 4
          - duration < 5s
        settle_for: 2m        # a rollout may still be going on: misses are looked at again
        hits_in_a_row: 3      # and one hit may come from an instance on its way out

      - id: orders
        url: /account/orders
        auth: shopper         # tried once, when a login wall stands in the way
        expect: 'text ~ "Order #\\d+"'     # quoted, since YAML takes a # after a space for a comment
        on:
          maintenance: {wait: 1m, retries: 5}
          captcha: alert_human
          error_page.not_found: mark_as_failed

      - url: /health
        expect: json("status") == "ok"
        on:
          goal_failed: {retries: 2, wait: 30s}
"""
"""Commented, and valid as it stands."""
