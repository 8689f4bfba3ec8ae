# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""The made-up sites of the fault site, each with a language, a dress and an ordinary page."""

from pagestate.faults.furniture import SERIF, Brand

__all__ = [
    "AURORA", "BRISA", "CASANOVA", "CIVIC", "DALGA", "FJORD", "HALDEN", "HANA", "HARBOR", "HIMAWARI", "JASMIN",
    "KESTREL", "KORNBLUME", "LANTERN", "LEDGER", "LIPA", "LUMIERE", "MARROW", "MOLEN", "NESHER", "NORDIC", "OLIVA",
    "PAPRIKA", "PIXELDOCK", "RASTRO", "SAGAR", "SEN", "SLATE", "SYRINKA", "THALASSA", "TIDES", "VERBA", "WERF",
    "YUNHE",
]  # fmt: skip

MARROW = Brand(
    name="Marrow & Pine", headline="Kitchen tools that last", accent="#37572f",
    story=(
        ("We make spoons, boards and bowls from storm-felled ash and pine. Every piece is cut, oiled and signed in our "
        "workshop above the old mill."),
        "This week the bread boards are back in three sizes, and the small butter knives come in pairs.",
    ),
    nav=("Boards", "Spoons", "Bowls", "Workshop", "Journal"), foot=("Delivery", "Returns", "Care guide", "Contact"),
    account="Basket (0)",
)  # fmt: skip
LEDGER = Brand(
    name="Ledgerline", headline="Open invoices", accent="#243b6b", layout="sidebar", paper="#f7f8fb",
    story=("Fourteen invoices are open, three of them past their date.",
           "The oldest is that of Brook Street Bakery, sent on 3 September."),
    nav=("Overview", "Invoices", "Customers", "Bank feeds", "Reports"), foot=("Help", "Status", "Terms"),
    account="Priya N. · Sign out",
)  # fmt: skip
TIDES = Brand(
    name="Saltmarsh Council", headline="Bins and recycling", accent="#0b4f6c", layout="council",
    story=("Green bins are emptied every second Tuesday, brown bins on the Thursdays between.",
           "If your bin was missed, tell us within two working days and a crew will come back for it."),
    nav=("Benefits", "Council tax", "Planning", "Bins", "Schools"), foot=("Accessibility", "Privacy", "A to Z"),
    account="My account",
)  # fmt: skip
CIVIC = Brand(
    name="Harrowgate Library Service", headline="Find a branch", accent="#5b2a5c", layout="council",
    story=("There are eleven branches and one van. All of them lend books, tools and seeds.",
           "The reading room at Mill Lane is open until nine on Wednesdays."),
    nav=("Catalogue", "Branches", "Events", "Children"), foot=("Join", "Fines", "Contact"), account="My loans",
)  # fmt: skip
HARBOR = Brand(
    name="Harborlight Bank", headline="Everyday banking", accent="#123c69",
    story=("A current account with no monthly fee, a card that freezes with one tap, and people who answer the phone.",
           "Savings rates were raised on the first of the month."),
    nav=("Accounts", "Savings", "Mortgages", "Help"), foot=("Security", "Legal", "Careers"), account="Log in",
)  # fmt: skip
SLATE = Brand(
    name="Slatework", headline="Sprint 48", accent="#4338ca", layout="sidebar", paper="#fafaff",
    story=("Nineteen cards are in progress. The search rewrite moved to review this morning.",
           "Two cards have waited for more than a week: the export, and the print sheet."),
    nav=("Boards", "Timeline", "Docs", "People", "Settings"), foot=("Changelog", "Support"), account="SW",
)  # fmt: skip
PIXELDOCK = Brand(
    name="Pixeldock docs", headline="Getting started", accent="#0f766e", layout="sidebar", paper="#ffffff",
    story=("Pixeldock resizes and stores pictures. One command starts it, one address takes uploads.",
           "Set a bucket, a key and a size, and the first thumbnail is a request away."),
    nav=("Install", "Uploads", "Transforms", "Caching", "API"), foot=("GitHub", "Forum"), account="v4.2",
)  # fmt: skip
LANTERN = Brand(
    name="The Evening Lantern", headline="River trams return after nine years", accent="#8a1c1c", font=SERIF,
    layout="magazine",
    story=("The first boat left the north quay at six, full of people who had waited for it since the floods.",
           "Tickets cost the same as a bus ride, and the last tram of the night turns at the lighthouse.",
           "The city means to add two more stops by spring, if the piles of the old pier hold."),
    nav=("City", "Country", "Culture", "Sport", "Opinion"), foot=("Subscribe", "Letters", "About"), account="Subscribe",
)  # fmt: skip
AURORA = Brand(
    name="Aurora Rail", headline="Night trains to the north", accent="#312e81",
    story=("Leave after dinner and wake beside the fjord. Cabins sleep one to four, and breakfast comes to the door.",
           "From May there is a car for bicycles on every train."),
    nav=("Timetable", "Cabins", "Offers", "Stations"), foot=("Luggage", "Assistance", "Refunds"), account="My trips",
)  # fmt: skip
KESTREL = Brand(
    name="Kestrel ID", headline="Your workplace account", accent="#b45309",
    story=("One account for mail, payroll and the intranet.",), nav=("Help", "Security"), foot=("Privacy",),
)  # fmt: skip
KORNBLUME = Brand(
    name="Kornblume Versand", headline="Stauden und Saatgut", lang="de", accent="#3b5ba9",
    story=("Über vierhundert Stauden aus eigener Anzucht, versandt in wiederverwendbaren Töpfen.",
           "Die Herbstpflanzung beginnt: Wer jetzt setzt, hat im Frühjahr zwei Wochen Vorsprung."),
    nav=("Stauden", "Saatgut", "Zwiebeln", "Ratgeber"), foot=("Impressum", "Datenschutz", "Versand"), account="Warenkorb",
)  # fmt: skip
HALDEN = Brand(
    name="Haldenbank", headline="Konten und Karten", lang="de", accent="#7a1f2b",
    story=("Ein Girokonto ohne Grundgebühr, geführt in der Filiale oder am Telefon.",
           "Die Zinsen für Festgeld gelten seit dem 1. des Monats."),
    nav=("Girokonto", "Sparen", "Kredit", "Service"), foot=("Impressum", "AGB", "Sicherheit"), account="Anmelden",
)  # fmt: skip
LUMIERE = Brand(
    name="Maison Lumière", headline="Lampes et abat-jour", lang="fr", accent="#9a5b13", font=SERIF,
    story=("Nos abat-jour sont cousus à la main dans un atelier de six personnes, au bord de la Loire.",
           "La collection d'automne revient au lin brut et au laiton patiné."),
    nav=("Lampes", "Abat-jour", "Atelier", "Conseils"), foot=("Livraison", "Mentions légales", "Contact"), account="Panier",
)  # fmt: skip
OLIVA = Brand(
    name="Almazara Oliva", headline="Aceite de la primera cosecha", lang="es", accent="#5a6b1e",
    story=("Recogemos la aceituna en octubre, de noche y a mano, y la molemos antes del amanecer.",
           "Los envíos de la nueva cosecha salen los martes."),
    nav=("Aceites", "Visitas", "Recetas", "Historia"), foot=("Envíos", "Aviso legal", "Contacto"), account="Mi cuenta",
)  # fmt: skip
CASANOVA = Brand(
    name="Casanova Ceramiche", headline="Piatti e ciotole", lang="it", accent="#a43e2a",
    story=("Ogni pezzo è tornito a mano e cotto due volte nel forno del nonno.",
           "I servizi da sei sono di nuovo disponibili in bianco e in blu."),
    nav=("Piatti", "Ciotole", "Vasi", "Bottega"), foot=("Spedizioni", "Privacy", "Contatti"), account="Carrello",
)  # fmt: skip
BRISA = Brand(
    name="Brisa Turismo", headline="Passeios de barco", lang="pt-BR", accent="#0e7490",
    story=("Saídas às oito e às catorze horas, com parada para banho na ilha das Garças.",
           "Crianças até seis anos não pagam."),
    nav=("Passeios", "Ilhas", "Preços", "Perguntas"), foot=("Contato", "Termos"), account="Entrar",
)  # fmt: skip
MOLEN = Brand(
    name="Stadspas De Molen", headline="Kortingen met de stadspas", lang="nl", accent="#b3541e", layout="council",
    story=("Met de stadspas gaat u voor de helft van de prijs naar het zwembad, het museum en de dierentuin.",
           "De pas is een jaar geldig en wordt thuisbezorgd."),
    nav=("Aanvragen", "Kortingen", "Buurten", "Vragen"), foot=("Privacy", "Contact"), account="Mijn pas",
)  # fmt: skip
WERF = Brand(
    name="Werf Zuid", headline="Bootonderhoud", lang="nl", accent="#1d4e5f",
    story=("Wij halen uw boot uit het water, reinigen de romp en controleren de schroefas.",
           "In november en maart is er plaats op de kade."),
    nav=("Onderhoud", "Stalling", "Tarieven"), foot=("Voorwaarden", "Route"), account="",
)  # fmt: skip
LIPA = Brand(
    name="Księgarnia Lipa", headline="Nowości tygodnia", lang="pl", accent="#7c3a5a",
    story=("W tym tygodniu polecamy trzy debiuty i jeden powrót po dwudziestu latach.",
           "Zamówienia złożone do południa wysyłamy tego samego dnia."),
    nav=("Nowości", "Dzieci", "Komiks", "Spotkania"), foot=("Dostawa", "Regulamin", "Kontakt"), account="Koszyk",
)  # fmt: skip
SYRINKA = Brand(
    name="Syrinka Hudební nástroje", headline="Flétny a klarinety", lang="cs", accent="#365314",
    story=("Každý nástroj před odesláním rozehrajeme a seřídíme.", "Zkušební doba je čtrnáct dní."),
    nav=("Flétny", "Klarinety", "Servis"), foot=("Doprava", "Kontakt"), account="Košík",
)  # fmt: skip
NORDIC = Brand(
    name="Norrskog Friluft", headline="Tält för alla årstider", lang="sv", accent="#14532d",
    story=("Våra tält sys av återvunnen väv och lagas gratis så länge de går att laga.",
           "Vintermodellen tål tjugo centimeter blötsnö."),
    nav=("Tält", "Sovsäckar", "Kök", "Laga"), foot=("Frakt", "Villkor", "Kontakt"), account="Logga in",
)  # fmt: skip
FJORD = Brand(
    name="Saimaan Sauna", headline="Kiukaat ja kiuaskivet", lang="fi", accent="#57534e",
    story=("Kiukaamme valetaan Savonlinnassa, ja kivet poimitaan käsin.", "Toimitusaika on kaksi viikkoa."),
    nav=("Kiukaat", "Kivet", "Huolto"), foot=("Toimitus", "Yhteystiedot"), account="Kirjaudu",
)  # fmt: skip
DALGA = Brand(
    name="Dalga Kitap", headline="Haftanın kitapları", lang="tr", accent="#155e75",
    story=("Bu hafta üç ilk roman ve bir öykü derlemesi raflarda.", "Saat on ikiye kadar verilen siparişler aynı gün çıkar."),
    nav=("Roman", "Çocuk", "Tarih", "Yazarlar"), foot=("Kargo", "İade", "İletişim"), account="Sepet",
)  # fmt: skip
RASTRO = Brand(
    name="Вёрсты", headline="Пешие маршруты по Карелии", lang="ru", accent="#3f3f8f",
    story=("Двадцать два маршрута от одного дня до двух недель, с картами и местами стоянок.",
           "Тропа вдоль Онеги снова открыта после весеннего паводка."),
    nav=("Маршруты", "Карты", "Снаряжение", "Отчёты"), foot=("О нас", "Контакты"), account="Войти",
)  # fmt: skip
VERBA = Brand(
    name="Верба Насіння", headline="Насіння для весняного саду", lang="uk", accent="#1e5aa8",
    story=("Понад триста сортів овочів і квітів, вирощених на Полтавщині.", "Замовлення надсилаємо щочетверга."),
    nav=("Овочі", "Квіти", "Поради"), foot=("Доставка", "Контакти"), account="Кошик",
)  # fmt: skip
JASMIN = Brand(
    name="مكتبة الياسمين", headline="إصدارات جديدة", lang="ar", accent="#7c2d12",
    story=("وصلت هذا الأسبوع ثلاث روايات جديدة وديوان شعر من دمشق.", "يصل الطلب خلال ثلاثة أيام داخل المدينة."),
    nav=("روايات", "شعر", "أطفال", "تاريخ"), foot=("الشحن", "اتصل بنا"), account="السلة",
)  # fmt: skip
NESHER = Brand(
    name="נשר טיולים", headline="מסלולי הליכה בגליל", lang="he", accent="#065f46",
    story=("שבעה מסלולים קלים ליום אחד, ליד מים ובצל.", "המפות מתעדכנות בכל אביב."),
    nav=("מסלולים", "מפות", "ציוד"), foot=("אודות", "צור קשר"), account="כניסה",
)  # fmt: skip
SAGAR = Brand(
    name="सागर हस्तशिल्प", headline="हाथ से बुने कालीन", lang="hi", accent="#9d174d",
    story=("हमारे कालीन भदोही के बुनकर परिवारों में तीन पीढ़ियों से बनते आए हैं।", "हर कालीन के साथ बुनकर का नाम आता है।"),
    nav=("कालीन", "दरी", "बुनकर", "देखभाल"), foot=("डिलीवरी", "संपर्क"), account="खाता",
)  # fmt: skip
YUNHE = Brand(
    name="云禾茶舍", headline="今年的春茶", lang="zh-CN", accent="#3f6212",
    story=("清明前采摘的龙井与碧螺春已经到店，每罐附有采摘日期。", "周末在店内可以免费试饮三款新茶。"),
    nav=("绿茶", "红茶", "茶具", "茶事"), foot=("配送说明", "联系我们"), account="购物车",
)  # fmt: skip
HIMAWARI = Brand(
    name="ひまわり文具店", headline="秋の便箋と万年筆", lang="ja", accent="#b45309",
    story=("手漉きの便箋が十二色そろいました。インクは小瓶からお求めいただけます。", "平日十五時までのご注文は当日に発送します。"),
    nav=("便箋", "万年筆", "インク", "修理"), foot=("配送", "会社概要", "お問い合わせ"), account="ログイン",
)  # fmt: skip
HANA = Brand(
    name="하나 도자기", headline="새로 구운 찻잔", lang="ko", accent="#4c1d95",
    story=("가을 가마에서 나온 찻잔 예순 점을 소개합니다. 모든 찻잔에는 만든 사람의 이름이 있습니다.",
           "주문하시면 이틀 안에 포장해 보내 드립니다."),
    nav=("찻잔", "접시", "공방", "수업"), foot=("배송 안내", "문의"), account="로그인",
)  # fmt: skip
SEN = Brand(
    name="Sen Việt", headline="Trà ướp sen Tây Hồ", lang="vi", accent="#be185d",
    story=("Mỗi cân trà được ướp với một nghìn bông sen hái trước khi mặt trời lên.", "Đơn hàng trong thành phố được giao trong ngày."),
    nav=("Trà", "Quà tặng", "Câu chuyện"), foot=("Giao hàng", "Liên hệ"), account="Giỏ hàng",
)  # fmt: skip
THALASSA = Brand(
    name="Θάλασσα Ferries", headline="Δρομολόγια για τις Κυκλάδες", lang="el", accent="#1d4ed8",
    story=("Το πρώτο πλοίο για τη Σύρο φεύγει στις επτά το πρωί.", "Τα εισιτήρια αλλάζουν δωρεάν έως την προηγούμενη ημέρα."),
    nav=("Δρομολόγια", "Πλοία", "Προσφορές"), foot=("Όροι", "Επικοινωνία"), account="Κράτηση",
)  # fmt: skip
PAPRIKA = Brand(
    name="Paprika Piac", headline="Friss áru a termelőktől", lang="hu", accent="#b91c1c",
    story=("Negyven termelő kínálja a portékáját minden szombaton.", "A rendeléseket péntek délig fogadjuk."),
    nav=("Zöldség", "Sajt", "Pékáru"), foot=("Szállítás", "Kapcsolat"), account="Belépés",
)  # fmt: skip
