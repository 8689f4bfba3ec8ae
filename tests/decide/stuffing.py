# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Pages with places that can be stuffed with text from elsewhere: content with walls' words, walls with prose."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

__all__ = ["CONTENT", "PHRASES", "PLACES", "PROSE", "WALLS", "Wall", "stuffed_content", "stuffed_wall"]

PLACES = (
    "paragraph",
    "sentence",
    "heading",
    "link",
    "footer",
    "hidden",
    "alt",
    "comment",
    "script",
    "noscript",
    "meta",
)
"""Where a content page is stuffed, main heading and title apart: those name what a page is."""


def _phrases() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for file in (resources.files("pagestate.detect") / "words").iterdir():
        if not file.name.endswith(".json"):
            continue
        data = json.loads(file.read_text(encoding="utf-8"))
        state = file.name.removesuffix(".json")
        if state == "goal_failed":
            continue
        for group, languages in data.items():
            if isinstance(languages, dict):
                phrases = [phrase for entries in languages.values() for phrase in entries]
                found[f"{state}.{group}"] = tuple(phrase.replace("…", "").replace("*", "") for phrase in phrases)
    return found


PHRASES: Mapping[str, tuple[str, ...]] = _phrases()
"""Every phrase of the word files, by group."""

CONTENT: Mapping[str, tuple[str, str, str, tuple[str, ...]]] = {
    "article": (
        "en",
        "The lighthouse keepers of Skerry Point – Coast Journal",
        "The lighthouse keepers of Skerry Point",
        (
            "For a hundred and ten years somebody climbed the ninety-four steps at dusk and lit the lamp that kept the herring fleet off the rocks.",
            "The last of them, Agnes Moore, kept a diary of the weather, of the ships that passed, and of the bread she baked on Thursdays.",
            "When the lamp was made to run by itself in 1987, she stayed on in the cottage and wrote down what she remembered of the others.",
            "Her notebooks are kept by the county archive, which has now put photographs of every page on view in the old boat house.",
            "The exhibition stays until October; in the evenings, the curators read from the entries for the same day of the year.",
        ),
    ),
    "shop": (
        "de",
        "Wanderschuhe für Damen kaufen | Bergladen",
        "Wanderschuhe für Damen",
        (
            "Leichte Schuhe für den Tagesausflug, feste Stiefel für das Hochgebirge: unsere Auswahl reicht von 89 € bis 349 €.",
            "Almsee Mid GTX, Nubukleder, wasserdicht, in den Größen 36 bis 43, heute bestellt und übermorgen bei Ihnen, 189,00 €.",
            "Karwendel Light, atmungsaktives Gewebe mit griffiger Sohle, nur 410 Gramm je Schuh, in vier Farben, 129,00 €.",
            "Hochfeiler Pro, steigeisenfest und mit Gamaschenhaken, für lange Touren mit schwerem Rucksack gemacht, 329,00 €.",
            "Probieren Sie die Schuhe in Ruhe zu Hause an; was nicht passt, nehmen wir innerhalb von dreißig Tagen zurück.",
        ),
    ),
    "docs": (
        "en",
        "Reading a file line by line – Tessel manual",
        "Reading a file line by line",
        (
            "Open the file with open_lines, which gives an iterator over its lines and closes the file when the iterator is dropped.",
            "Lines end at a line feed; a carriage return before it is removed, so that files from other systems read the same.",
            "To skip blank lines, chain the iterator with keep, which takes a predicate and passes on only what satisfies it.",
            "Very long lines are read in pieces of at most a megabyte, unless the option whole is set when the file is opened.",
            "The iterator holds one buffer of sixty-four kilobytes, whatever the size of the file, and never reads ahead of it.",
        ),
    ),
    "list": (
        "fr",
        "Agenda des concerts de juin – Ville de Morlanne",
        "Concerts du mois de juin",
        (
            "Samedi 7 juin, 20 h 30, place du Marché : l'orchestre d'harmonie joue des valses et des airs d'opérette, entrée libre.",
            "Vendredi 13 juin, 21 h, église Saint-Jean : quatuors de Haydn et de Ravel par l'ensemble Garonne, douze euros.",
            "Samedi 21 juin, toute la nuit : fête de la musique, neuf scènes dans la vieille ville et un bal sur les quais.",
            "Mercredi 25 juin, 15 h, bibliothèque : contes et chansons pour les enfants à partir de quatre ans, sur inscription.",
            "Dimanche 29 juin, 17 h, parc des Sources : les chorales de la vallée chantent ensemble, pique-nique tiré du sac.",
        ),
    ),
    "recipe": (
        "es",
        "Tortilla de calabacín para cuatro – La cocina de Inés",
        "Tortilla de calabacín",
        (
            "Lava dos calabacines medianos, córtalos en rodajas finas y ponlos con sal en un colador durante un cuarto de hora.",
            "Mientras tanto, pocha una cebolla grande a fuego lento con tres cucharadas de aceite hasta que esté transparente.",
            "Añade el calabacín bien escurrido y deja que se haga despacio, moviendo de vez en cuando para que no se pegue.",
            "Bate seis huevos, mézclalos con la verdura y cuaja la tortilla por los dos lados en una sartén de veinticuatro centímetros.",
            "Se come templada, con pan tostado y una ensalada de tomate; al día siguiente está todavía mejor, dicen en mi casa.",
        ),
    ),
    "news": (
        "ru",
        "В порту открыли новый музей – Северный вестник",
        "В порту открыли новый музей",
        (
            "В бывшем складе на третьем причале в субботу открылся музей рыболовства, который горожане собирали двенадцать лет.",
            "Главный экспонат – парусный баркас 1911 года: его нашли на дне бухты и восстановили по чертежам из областного архива.",
            "На втором этаже показывают сети, компасы и письма моряков, а рядом работает мастерская, где учат вязать узлы.",
            "В первый день пришли две тысячи человек, и экскурсоводам пришлось проводить туры до самого позднего вечера.",
            "Музей работает со среды по воскресенье, с десяти до шести; школьники и пенсионеры проходят бесплатно.",
        ),
    ),
    "travel": (
        "ja",
        "秋の京都を歩く三日間 – たびの手帖",
        "秋の京都を歩く三日間",
        (
            "一日目は東山から歩きはじめます。朝の早い時間なら坂道に人影は少なく、石畳に落ちた紅葉を静かに眺めることができます。",
            "昼は錦市場で湯葉と漬物を買い、鴨川の土手に座って食べました。川の音を聞きながらの弁当は何よりのごちそうです。",
            "二日目は電車で嵐山へ向かい、竹林を抜けて小さな寺を三つ訪ねました。どの庭も手入れが行き届いています。",
            "三日目は大原まで足をのばしました。苔の庭に日が差すと、緑が何層にも重なって見えて時間を忘れてしまいます。",
            "帰りには駅前の茶店で栗の菓子を選びました。家で封を切るたびに、あの山の空気を思い出すことができます。",
        ),
    ),
    "university": (
        "pt",
        "Mestrado em Biologia Marinha | Universidade do Litoral",
        "Mestrado em Biologia Marinha",
        (
            "O curso dura dois anos e junta aulas em Peniche com quatro meses de trabalho a bordo do navio de investigação.",
            "No primeiro semestre estudam-se correntes, plâncton e métodos estatísticos, com uma saída de campo por quinzena.",
            "A tese pode ser escrita em português ou em inglês e é orientada por um docente e por um cientista de um instituto parceiro.",
            "Todos os anos há vinte e cinco vagas; metade é reservada para quem trabalha há pelo menos três anos na pesca ou no mar.",
            "Os antigos alunos trabalham em aquários, em parques naturais e em empresas que medem a qualidade da água.",
        ),
    ),
}
"""Name → language, title, heading, paragraphs."""

PROSE = tuple(paragraph for _, _, _, paragraphs in CONTENT.values() for paragraph in paragraphs)
"""Paragraphs that no wall has."""
_MENU = "".join(
    f'<a href="/{word.lower()}">{word}</a> '
    for word in ("Home", "Stories", "Places", "People", "Shop", "Letters", "About")
)


def stuffed_content(name: str, stuffing: Mapping[str, Sequence[str]]) -> str:
    """Return the content page `name` with phrases in the places that `stuffing` names."""
    language, title, heading, paragraphs = CONTENT[name]

    def at(place: str) -> Sequence[str]:
        return stuffing.get(place, ())

    body: list[str] = []
    sentences = list(at("sentence"))
    for number, paragraph in enumerate(paragraphs):
        own = sentences[number :: len(paragraphs)]
        body.append(f"<p>{paragraph} {' '.join(f'{phrase}.' for phrase in own)}</p>")
        if number < len(at("heading")):
            body.append(f"<h2>{at('heading')[number]}</h2>")
        body += [f"<p>{phrase}.</p>" for phrase in at("paragraph")[number :: len(paragraphs)]]
    links = " ".join(f'<a href="/tag/{number}">{phrase}</a>' for number, phrase in enumerate(at("link")))
    pictures = "".join(f'<img src="/i/{number}.jpg" alt="{phrase}">' for number, phrase in enumerate(at("alt")))
    hidden = "".join(f'<div style="display:none">{phrase}</div><p hidden>{phrase}</p>' for phrase in at("hidden"))
    comments = "".join(f"<!-- {phrase} -->" for phrase in at("comment"))
    script = json.dumps(list(at("script")), ensure_ascii=False)
    noscript = "".join(f"<noscript><p>{phrase}</p></noscript>" for phrase in at("noscript"))
    meta = "".join(f'<meta name="keywords" content="{phrase}">' for phrase in at("meta"))
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>{meta}'
        f"<script>var texts = {script};</script></head><body>{comments}"
        f"<header><a href='/'>{title.split(' – ')[-1].split(' | ')[-1]}</a><nav>{_MENU}</nav></header>{hidden}"
        f"<main><h1>{heading}</h1>{''.join(body)}{pictures}<p>{links}</p></main>"
        f"<footer>{' · '.join(at('footer'))} <a href='/imprint'>Imprint</a></footer>{noscript}</body></html>"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """A wall's parts, and the status it comes with."""

    title: str
    body: str
    status: int
    state: str
    head: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    silent: bool = False
    """Whether it shows nothing: any visible prose would make it another page."""


WALLS: Mapping[str, Wall] = {
    "login": Wall(
        state="auth_wall", status=200, title="Log in – Harbour Works",
        body="<h1>Log in</h1><form method='post' action='/login'><label>E-mail <input type='email' name='email'></label><label>Password <input type='password' name='password'></label><button>Log in</button></form><a href='/forgot'>Forgot your password?</a>",
    ),
    "login, German": Wall(
        state="auth_wall", status=401, title="Anmelden",
        body="<h1>Anmelden</h1><p>Bitte melden Sie sich an, um fortzufahren.</p><form method='post' action='/anmelden'><label>Benutzername <input name='benutzer'></label><label>Kennwort <input type='password' name='kennwort'></label><button>Anmelden</button></form>",
    ),
    "challenge": Wall(
        state="captcha", status=403, title="Just a moment...",
        head="<meta name='robots' content='noindex,nofollow'>",
        headers=(("cf-mitigated", "challenge"), ("server", "cloudflare")),
        body="<h1>harbour.example</h1><h2>Verify you are human by completing the action below.</h2><div id='challenge-stage' class='cf-turnstile'><iframe src='https://challenges.cloudflare.com/cdn-cgi/challenge-platform/h/g/turnstile/if/ov2/av0/rcv/0/'></iframe></div><p>harbour.example needs to review the security of your connection before proceeding.</p><p>Ray ID: 8a1b2c3d4e5f6a7b</p><script>window._cf_chl_opt={cvId:'3'};</script><script src='/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1?ray=8a1b2c3d4e5f6a7b'></script>",
    ),
    "server error": Wall(
        state="error_page", status=500, title="500 Internal Server Error",
        body="<h1>Internal Server Error</h1><p>The server encountered an internal error and was unable to complete your request.</p>",
    ),
    "missing": Wall(
        state="error_page", status=404, title="Page not found",
        body="<h1>404</h1><p>The page you are looking for does not exist.</p><a href='/'>Go to the home page</a>",
    ),
    "maintenance": Wall(
        state="maintenance", status=503, title="Down for maintenance",
        body="<h1>We are down for maintenance</h1><p>We are working on our site and will be back soon.</p>",
    ),
    "parked": Wall(
        state="domain_mismatch", status=200, title="harbour.example is for sale",
        body="<h1>harbour.example</h1><p>This domain is for sale.</p><p>The domain may be for sale by its owner. Buy this domain.</p><script src='https://d38psrni17bvxu.cloudfront.net/scripts/js3caf.js'></script>",
    ),
    "age gate": Wall(
        state="interstitial", status=200, title="Age verification",
        body="<h1>Are you over 18?</h1><p>You must be of legal age to enter this site.</p><form><button name='age' value='yes'>Yes, I am over 18</button><button name='age' value='no'>No, leave</button></form>",
    ),
    "blank": Wall(state="empty_page", status=200, title="", body="", silent=True),
    "spinner": Wall(
        state="loading_timeout", status=200, title="Harbour Works",
        body="<div id='root'><div class='spinner' role='progressbar'>Loading…</div></div><script src='/static/js/main.8c1f.js'></script>",
        silent=True,
    ),
}  # fmt: skip


def stuffed_wall(name: str, places: Mapping[str, Sequence[str]]) -> str:
    """Return the wall `name` with benign text at its `end`, in `hidden` parts, in its `nav` and `footer`."""
    wall = WALLS[name]
    hidden = "".join(
        f"<div style='display:none'><h2>{text[:30]}</h2><p>{text}</p></div>" for text in places.get("hidden", ())
    )
    nav = "".join(f"<a href='/n/{number}'>{text[:24]}</a> " for number, text in enumerate(places.get("nav", ())))
    footer = "".join(
        f"<p>{text}</p><a href='/f/{number}'>{text[:20]}</a>" for number, text in enumerate(places.get("footer", ()))
    )
    end = "".join(f"<h2>{text[:28]}</h2><p>{text}</p>" for text in places.get("end", ()))
    return (
        f"<!doctype html><html><head><title>{wall.title}</title>{wall.head}</head><body>"
        f"{f'<header><nav>{nav}</nav></header>' if nav else ''}{hidden}<main>{wall.body}{end}</main>"
        f"{f'<footer>{footer}</footer>' if footer else ''}</body></html>"
    )
