"""Which language a question is in, told by its script and its commonest words; no dictionary, no model."""

from __future__ import annotations

import re

_SCRIPTS = (
    ("Japanese", r"[\u3040-\u30ff]"),
    ("Chinese", r"[\u3400-\u9fff]"),
    ("Korean", r"[\uac00-\ud7af\u1100-\u11ff]"),
    ("Ukrainian", r"[іїєґІЇЄҐ]"),
    ("Russian", r"[\u0400-\u04ff]"),
    ("Greek", r"[\u0370-\u03ff\u1f00-\u1fff]"),
    ("Hebrew", r"[\u0590-\u05ff]"),
    ("Persian", r"[پچژگ]"),
    ("Arabic", r"[\u0600-\u06ff]"),
    ("Hindi", r"[\u0900-\u097f]"),
    ("Bengali", r"[\u0980-\u09ff]"),
    ("Tamil", r"[\u0b80-\u0bff]"),
    ("Thai", r"[\u0e00-\u0e7f]"),
    ("Georgian", r"[\u10a0-\u10ff]"),
    ("Armenian", r"[\u0530-\u058f]"),
)
"""Letters that tell a language at once; tried in this order, as scripts share letters."""

_WORDS = {
    "German": """wann wo wer wie warum wieso weshalb welche welcher welches welchem welchen wem wen wohin woher wieviel
        wieviele viele oft hast habe haben hat du ich wir ihr sie er es der die das den dem des ein eine einen einem
        einer nicht kein keine ist sind war waren bist und oder aber mit von vom zum zur im am auf aus nach vor bei
        gestern heute vorgestern morgen gemacht getan gesehen gelegt gestellt genommen gekocht geöffnet letzte letzten
        zuletzt schon mal bitte mir dir mich dich kannst sagen küche tasse teller kühlschrank messer zeige erzähl""",
    "French": """quand où qui que quoi quel quelle quels quelles comment pourquoi combien est-ce est as avez ai ont tu
        vous je nous il elle on le la les un une des du de au aux et ou mais dans sur sous avec pour par pas ne jamais
        hier aujourd'hui matin soir fait vu mis pris était étaient as-tu avez-vous dernière dernier fois ce cette mon
        ma ton ta sont tasse assiette cuisine frigo couteau c'est qu'est-ce tâches dis-moi raconte""",
    "Spanish": """cuándo cuando dónde donde quién quien qué que cuál cuales cuántas cuántos cuantas cuantos cómo como
        por porqué has ha he han hiciste hizo está estaba están el la los las un una unos de del al y o pero en con
        para sin no nunca ayer hoy mañana anoche tú yo usted ella veces vez última último pusiste dejaste viste tomaste
        taza plato cocina nevera cuchillo me te lo se mi tu hay había abriste preparaste dime""",
    "Italian": """quando dove chi che cosa quale quali quanto quanti quante come perché hai ha ho hanno è era sono il lo
        la gli le un uno una di del della dei al nel nella sul sulla e o ma con per non mai ieri oggi mattina sera
        fatto visto messo preso tu io ultima ultimo volta volte mi ti tazza piatto cucina frigorifero coltello c'è
        dimmi stato aperto preparato""",
    "Portuguese": """quando onde quem que qual quais quanto quantos quantas como porque você tu eu o os as um uma uns de
        do da dos das no na nos nas em ao e ou mas com para por não nunca ontem hoje manhã noite fez fizeste está
        estava foi são é colocou deixou viu pegou vez vezes última último meu minha sua seu xícara caneca prato
        cozinha geladeira faca abriu preparou me diga""",
    "Dutch": """wanneer waar wie wat welke welk hoe waarom hoeveel heb hebt heeft hebben je jij ik we wij u hij zij het
        de een en of maar in op aan met van voor naar niet geen is was waren zijn gisteren vandaag morgen gedaan gezien
        gezet gelegd gemaakt gepakt laatste keer ooit mok beker bord keuken koelkast mes eergisteren vaak""",
    "Polish": """kiedy gdzie kto co jaki jaka jakie który która jak dlaczego ile czy jest był była było są nie i lub ale
        w na z do od po się ja ty wczoraj dziś dzisiaj ostatnio ostatni raz razy zrobiłeś widziałeś kubek talerz kuchni
        położyłeś otworzyłeś""",
    "Swedish": """när var vem vad vilken vilket vilka hur varför har hade du jag vi han hon det den en ett och eller men
        i på med av för till från inte är gjorde gjort igår idag sist senast gång gånger muggen köket såg ställde""",
    "Danish": """hvornår hvor hvem hvad hvilken hvilket hvordan hvorfor mange har havde du jeg vi han hun det den en et
        og eller men i på med af til fra ikke er gjorde gjort går dag sidst gang gange koppen køkkenet så""",
    "Czech": """kdy kde kdo co jaký jaká jaké který která jak proč kolik je byl byla bylo jsou není a nebo ale v na z
        do od po se jsi jsem dnes včera naposledy udělal viděl hrnek talíř kuchyni""",
    "Turkish": """ne zaman nerede nereye kim hangi nasıl neden niçin kaç kere kez mi mı mu mü ve veya ama bir bu şu o
        ben sen dün bugün son yaptın gördün koydun fincan tabak mutfak var yok""",
    "Finnish": """milloin missä kuka mitä mikä miten miksi kuinka monta onko oli ovat ja tai mutta ei sinä minä eilen
        tänään viimeksi teit näit laitoit kuppi keittiö""",
    "Indonesian": """kapan dimana mana siapa apa bagaimana mengapa kenapa berapa kamu anda saya aku di ke dari yang dan
        atau tetapi tidak kemarin hari ini itu sudah pernah terakhir cangkir dapur""",
    "Latin": "quando ubi quis quid quomodo cur quot est erat et aut sed in cum ad ex non heri hodie fecisti",
}
_FUNCTION_WORDS = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_ENGLISH_WORDS = """
a about after again all am an and any anything are as at before between but by can could day did do does doing done
ever first for from get go had happened has have he her him his how i if in into is it last list long make many me
mean most much my need not of often on or other our out put see seen she should show so take tell than that the their
them then there these they thing things think this time times to today told under up use used was we were what when
where which while who why with would yesterday you your describe summarize please morning night task tasks
"""
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_FOREIGN_LETTERS = re.compile(r"[à-öø-ÿąćęłńśźżčďěňřšťůžğışőűœ¿¡]")

_COURTESY = {
    "German": "Ich verstehe nur Englisch.",
    "French": "Je ne comprends que l'anglais.",
    "Spanish": "Solo entiendo inglés.",
    "Italian": "Capisco solo l'inglese.",
    "Portuguese": "Só entendo inglês.",
    "Dutch": "Ik versta alleen Engels.",
    "Russian": "Я понимаю только английский.",
    "Chinese": "我只懂英语。",
    "Japanese": "英語しかわかりません。",
}


def language_of(text: str) -> str | None:
    """The language of a text as English names it; None for English and for what cannot be told.

    A script that English is not written in tells at once when it makes up a third of the letters. In Latin script the
    words that a language cannot do without are counted: at least two of them (one in a text of up to three words with
    an accent), and more than there are of English.
    """
    letters = [letter for letter in text if letter.isalpha()]
    if not letters:
        return None
    other = sum(letter > "\u036f" and not "\u1e00" <= letter <= "\u1eff" for letter in letters)
    if other * 3 >= len(letters):
        found = next((language for language, script in _SCRIPTS if re.search(script, text)), None)
        return found or "another language"
    return _latin(text.lower().replace("’", "'"))


def _latin(text: str) -> str | None:
    words = re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*", text)
    words += [part for word in words if "-" in word or "'" in word for part in re.split("['-]", word) if len(part) > 1]
    english = sum(word in _ENGLISH for word in words)
    scores = {language: sum(word in known for word in words) for language, known in _FUNCTION_WORDS.items()}
    language, best = max(scores.items(), key=lambda item: item[1])
    accents = bool(_FOREIGN_LETTERS.search(text))
    least = 1 if accents and len(words) <= 3 else 2
    if best >= least and best > english:
        return language
    if accents and not english and len(_FOREIGN_LETTERS.findall(text)) > 1:
        return "another language"
    return None


def refusal(language: str) -> str:
    """What to say to a question in another language."""
    named = "another language than English" if language == "another language" else language
    courtesy = f" {_COURTESY[language]}" if language in _COURTESY else ""
    return f"That question seems to be in {named}; I understand English only.{courtesy}"
