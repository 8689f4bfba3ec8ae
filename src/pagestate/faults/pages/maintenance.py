# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Sites that are down on purpose."""

from datetime import UTC, datetime

from pagestate.faults import brands
from pagestate.faults.furniture import Brand, card, document, full, ordinary
from pagestate.faults.model import Answer, FaultPage, Handler, Visit, always, fault, html, json_answer

__all__ = ["PAGES"]


def _down(brand: Brand, heading: str, text: str, status: int = 503, *, dress: str = "card") -> Handler:
    inner = f"<h1>{heading}</h1><p>{text}</p>"
    return always(card(brand, heading, inner) if dress == "card" else full(brand, heading, inner), status)


def ends_after(seconds: float, brand: Brand, down: str, *, told: bool = True, status: int = 503) -> Handler:
    """Return a handler that shows `down` for `seconds` of the site's own time, then the brand's page."""

    def answer(visit: Visit) -> Answer:
        left = seconds - visit.elapsed
        if left <= 0:
            return ordinary(brand)
        return html(down, status, {"retry-after": str(visit.told(left))} if told else None)

    return answer


def _stated(visit: Visit) -> Answer:
    left = 90 - visit.elapsed
    if left <= 0:
        return ordinary(brands.HARBOR)
    at = datetime.fromtimestamp(visit.now + visit.told(left), UTC)
    moment = f"{at:%H:%M:%S} UTC"
    return html(
        full(
            brands.HARBOR,
            "Planned maintenance",
            f"<h1>Online banking is closed for planned maintenance</h1><p>We are renewing our systems. The service is back at "
            f'<time datetime="{at:%Y-%m-%dT%H:%M:%SZ}">{moment}</time>. Cards and cash machines go on working.</p>',
        ),
        503,
        {"retry-after": visit.told_date(left)},
    )


def _scheduled_json(visit: Visit) -> Answer:
    return json_answer(
        {"error": "maintenance", "message": "Scheduled maintenance in progress", "retry_after": visit.told(120)},
        503,
        {"retry-after": str(visit.told(120))},
    )


DOWN_EN = card(
    brands.MARROW,
    "Back soon",
    "<h1>The workshop is closed for maintenance</h1><p>We are moving the shop to a new server and will be back shortly. "
    "Thank you for your patience.</p>",
)
DOWN_JA = document(
    "メンテナンス中 | ひまわり文具店",
    '<div style="max-width:36rem;margin:16vh auto;font-family:sans-serif;text-align:center"><h1>ただいまメンテナンス中です</h1>'
    "<p>システムメンテナンスのため、サービスを一時停止しております。ご迷惑をおかけしますが、しばらくお待ちください。</p></div>",
    lang="ja",
)
PICTURE = document(
    "Down for maintenance",
    '<svg viewBox="0 0 800 420" width="100%" role="img" aria-label="We are down for maintenance"><rect width="800" height="420" '
    'fill="#fff4e0"/><circle cx="400" cy="170" r="90" fill="none" stroke="#b45309" stroke-width="26" stroke-dasharray="34 22"/>'
    '<circle cx="400" cy="170" r="42" fill="#b45309"/><text x="400" y="340" text-anchor="middle" font-size="34" '
    'font-family="sans-serif">Down for maintenance</text></svg>',
    css="body{margin:0}",
)
DEPLOYING = document(
    "Deploying…",
    "<main><h1>A new version is being deployed</h1><p>This takes about a minute. The page reloads by itself.</p><pre>build 2281 → "
    "rolling out 3/5</pre></main>",
    css="body{font:16px ui-monospace,monospace;background:#111827;color:#e5e7eb;display:grid;place-items:center;min-height:100vh}",
)
APP_UPDATE_KO = card(
    brands.HANA,
    "업데이트 중",
    "<h1>서비스를 업데이트하고 있습니다</h1><p>새 버전을 배포하는 중입니다. 잠시 후 다시 접속해 주세요.</p>",
)
SOON = document(
    "Tidewater Rowing – coming soon",
    "<section><h1>Something wet is coming</h1><p>Tidewater Rowing opens its doors this spring.</p><form><input type='email' "
    "placeholder='Your e-mail'><button>Tell me when it opens</button></form></section>",
    css="body{margin:0;min-height:100vh;display:grid;place-items:center;background:linear-gradient(#0b4f6c,#062430);color:#fff;"
    "font:18px Georgia,serif;text-align:center}input,button{font:inherit;padding:.6rem}",
)
SOON_TR = _down(
    brands.DALGA,
    "Çok yakında açılıyoruz",
    "Yeni mağazamız hazırlanıyor. Açılış haberini almak için bizi takip edin.",
    200,
)

PAGES: tuple[FaultPage, ...] = (
    fault("maintenance-ends", "marrowpine-shop", "maintenance.maintenance", "Maintenance that ends after 90 s",
          "503 with Retry-After, then the shop.", ends_after(90, brands.MARROW, DOWN_EN), path="/bowls",
          steps="wait_for_site done", final="content"),
    fault("maintenance-ends-untold", "himawari-tegami", "maintenance.maintenance", "Maintenance that ends untold, in Japanese",
          "503 without Retry-After for 90 s, then the shop.", ends_after(90, brands.HIMAWARI, DOWN_JA, told=False),
          path="/binsen", language="ja", steps="wait_for_site done", final="content"),
    fault("maintenance-200", "lantern-archive", "maintenance.maintenance", "Maintenance that says 200", "A card, no status of trouble.",
          _down(brands.LANTERN, "We’ll be right back", "Our archive is down for maintenance this morning. Please come back later.", 200),
          path="/1974/05/02"),
    fault("maintenance-picture", "gears-tidewater", "maintenance.maintenance", "Maintenance as a picture",
          "503; the words stand in a drawing and in the title.", always(PICTURE, 503), path="/"),
    fault("maintenance-fr", "lumiere-boutique", "maintenance.maintenance", "Maintenance in French", "503, one box.",
          _down(brands.LUMIERE, "Site en maintenance", "Notre site est momentanément indisponible. Nous revenons très vite."),
          path="/lampes", language="fr"),
    fault("maintenance-ko", "hana-gongbang", "maintenance.maintenance", "Maintenance in Korean", "503, one box.",
          _down(brands.HANA, "시스템 점검 중입니다", "더 나은 서비스를 위해 점검을 진행하고 있습니다. 불편을 드려 죄송합니다."),
          path="/cups", language="ko"),
    fault("maintenance-ru", "vyorsty-klub", "maintenance.maintenance", "Maintenance in Russian", "503, in the site's dress.",
          _down(brands.RASTRO, "Ведутся технические работы", "Сайт временно недоступен. Мы скоро вернёмся.", dress="full"),
          path="/karty", language="ru"),
    fault("maintenance-ar", "jasmin-store", "maintenance.maintenance", "Maintenance in Arabic", "503, right to left.",
          _down(brands.JASMIN, "الموقع تحت الصيانة", "نقوم حاليًا بأعمال صيانة وسنعود قريبًا. شكرًا لصبركم."), path="/poems",
          language="ar"),
    fault("maintenance-vi", "senviet-shop", "maintenance.maintenance", "Maintenance in Vietnamese", "200, one box.",
          _down(brands.SEN, "Hệ thống đang bảo trì", "Chúng tôi đang nâng cấp hệ thống. Vui lòng quay lại sau.", 200), path="/tra",
          language="vi"),
    fault("maintenance-uk", "verba-nasinnia", "maintenance.maintenance", "Maintenance in Ukrainian", "503, one box.",
          _down(brands.VERBA, "Технічні роботи на сайті", "Зараз сайт оновлюється. Будь ласка, завітайте пізніше."), path="/kvity",
          language="uk"),
    fault("maintenance-scheduled", "pay-harborlight", "maintenance.scheduled", "Planned, with the time of its end",
          "503; the hour stands in the text and in Retry-After as a date; 90 s.", _stated, path="/",
          steps="wait_for_site done", final="content"),
    fault("maintenance-scheduled-de", "halden-depot", "maintenance.scheduled", "Planned, in German, without end",
          "503; states a window that is not kept, and no Retry-After.",
          _down(brands.HALDEN, "Geplante Wartungsarbeiten", "Das Depot ist am Sonntag von 2:00 bis 6:00 Uhr wegen geplanter "
                "Wartungsarbeiten nicht erreichbar.", dress="full"), path="/depot", language="de"),
    fault("maintenance-scheduled-json", "status-api-harborlight", "maintenance.scheduled", "Planned, told to programs",
          "503 in JSON with Retry-After.", _scheduled_json, path="/v1/rates"),
    fault("maintenance-deploying", "app-weave", "maintenance.deploying", "A deploy in progress", "503 for 45 s, then the page.",
          ends_after(45, brands.SLATE, DEPLOYING), path="/", steps="wait_for_site done", final="content"),
    fault("maintenance-deploying-ko", "hana-app", "maintenance.deploying", "A deploy in progress, in Korean", "503, without end.",
          always(APP_UPDATE_KO, 503), path="/orders", language="ko"),
    fault("maintenance-soon", "rowing-tidewater", "maintenance.coming_soon", "Not open yet", "200, a place for an address.",
          SOON, path="/"),
    fault("maintenance-soon-tr", "dalga-yeni", "maintenance.coming_soon", "Not open yet, in Turkish", "200, one box.",
          SOON_TR, path="/", language="tr"),
)  # fmt: skip
