/**
 * First words by which a question or a request is recognised, in the languages in which customers write questionnaires.
 * Lower case, without accents (see `fold`). Data only: the rules that use it are in text-shape.ts.
 */
function words(...lists: string[]): Set<string> {
  return new Set(lists.flatMap((list) => list.split(/\s+/).filter((word) => word !== '')));
}

/** A sentence that starts so is a yes/no question, with or without a question mark. */
export const AUXILIARY_STARTS = words(
  // English
  `do does did is are was were has have had can could will would should shall may must am isn't aren't don't doesn't`,
  // German
  `gibt ist sind hat haben wird werden wurde wurden kann konnen existiert existieren verfugt verfugen besteht bestehen
   liegt liegen fuhrt fuhren findet finden werdet setzen nutzen verwenden betreiben erfolgt erfolgen sorgt stellt stellen
   ermoglicht unterstutzt unterstutzen erfullt erfullen enthalt enthalten durfen darf muss mussen sollen soll`,
  // French
  `est-ce avez-vous disposez-vous etes-vous existe-t-il existe-t-elle y-a-t-il utilisez-vous pouvez-vous faites-vous sont-ils
   sont-elles est-il est-elle a-t-il a-t-elle avez disposez`,
  // Spanish
  `existe existen dispone disponen cuenta cuentan tiene tienen realiza realizan utiliza utilizan esta estan posee hay`,
  // Portuguese
  `possui possuem ha existe existem tem realiza utiliza dispoe e sao esta estao`,
  // Italian
  `esiste esistono avete dispone disponete utilizzate sono viene vengono siete`,
  // Dutch
  `heeft hebben wordt worden kunt kan zijn beschikt beschikken maakt maken bestaat bestaan vindt vinden zorgt gebruikt`,
  // Nordic, Polish, Czech, Turkish transliterations
  `har finns ar finnes er czy je jsou mate existuje`,
  // Indonesian, Ukrainian, Finnish, Estonian, Romanian, Greek, Arabic, Hebrew
  `apakah adakah чи onko ovatko kas exista aveti dispuneti υπαρχει υπαρχουν διαθετετε εχετε ειναι هل האם`,
  `есть имеется имеются существует существуют является используется ли`,
);

/** Question words: a question when a mark follows, a hint when none does. */
export const QUESTION_WORD_STARTS = words(
  `what which who whom whose when where why how`,
  `wie was wer wen wem wann wo warum wieso weshalb welche welcher welches welchen welchem wieviel wieviele wohin woher womit inwieweit inwiefern`,
  `quel quelle quels quelles comment combien qui ou quand pourquoi que quoi lequel laquelle`,
  `que quien quienes como cuando donde cual cuales cuanto cuanta cuantos cuantas`,
  `qual quais quem quando onde quanto quanta quantos quantas porque`,
  `quale quali chi come dove perche cosa quanti quante`,
  `wat welke welk wie wanneer waar waarom hoe hoeveel`,
  `jak jaki jaka jakie kto kiedy gdzie ile ktory ktora ktore hur vad vilka vilken vem nar hvordan hvilke hvilken hvem hvad hva kdo kdy kde jake jaky`,
  `как какой какая какие какое кто когда где почему сколько что кем`,
);

/** Verbs by which something is asked for: "Describe …", "Beschreiben Sie …", "Veuillez indiquer …". */
export const REQUEST_STARTS = words(
  `describe provide list explain state specify indicate attach confirm detail outline identify name give supply demonstrate
   summarize summarise define estimate document share discuss elaborate clarify advise disclose enumerate illustrate
   submit include upload mention report tell address justify select choose verify`,
  `beschreiben beschreibe nennen nenne erlautern erlautere erklaren listen geben skizzieren benennen bestatigen stellen legen
   fuhren fugen schildern spezifizieren begrunden angeben angabe auflisten bitte`,
  `decrivez decrire indiquez indiquer precisez preciser fournissez fournir listez lister expliquez expliquer detaillez detailler
   veuillez merci joindre joignez enumerez enumerer confirmez citez donnez mentionnez presentez presenter specifiez`,
  `describa describir describid indique indicar indiquen proporcione proporcionar explique explicar detalle detallar enumere enumerar adjunte
   adjuntar especifique especificar liste listar confirme confirmar aporte aportar facilite facilitar senale mencione`,
  `descreva descrever indique forneca fornecer explique detalhe detalhar liste anexe anexar informe informar especifique enumere apresente
   apresentar confirme`,
  `descrivere descrivete descriva indicare indicate indichi fornire fornite fornisca elencare elencate elenchi specificare specificate specifichi allegare
   allegate alleghi spiegare spiegate spieghi illustrare illustrate dettagliare confermare precisare`,
  `beschrijf beschrijven geef vermeld noem licht lever specificeer omschrijf gelieve toon bevestig onderbouw`,
  `opisz opisac podaj prosze prosimy wymien wskaz beskriv ange angiv oppgi lista popiste uvedte opiste
   опишите укажите перечислите предоставьте приведите поясните подтвердите приложите прикрепите`,
  `esprimere motivare riportare podac wskazac wymienic zalaczyc przedstawic przedstaw dolacz popsat uvest oplys angi redegor kirjeldage
   описать указать перечислить предоставить приложить прикрепить привести пояснить опишіть вкажіть надайте перелічіть поясніть зазначте
   opisite navedite objasnite prilozite опишите descrieti precizati indicati furnizati enumerati explicati mentionati
   ismertesse adja sorolja kuvaile kuvatkaa luettele ilmoita kerro περιγραψτε αναφερετε εξηγηστε δωστε
   расскажите напишите назовите выберите отметьте оцените впишите сообщите уточните розкажіть напишіть оберіть оцініть вкажить
   evaluez notez racontez cite citar cuente cuentenos valore evalue senale escriba avalie assinale escreva valutate valuti segnate
   indica explica enumera valora elige senala rellena imagina descrivi elenca spiega valuta scrivi
   vertel vertelt beoordeel schrijf bewerten schatzen erzahlen erzahle notieren podaj napisz wpisz ocen zaznacz okresl wymienic
   napiste vyplnte vyjmenujte uvadejte ohodnotte bedom vurder skriv fortell fortael kryds kirjoita arvioi valitse irja jelolje ertekelje
   scrieti alegeti evaluati napisite ocijenite ocenite izaberite navesti napisete posochete γραψτε επιλεξτε yaziniz belirtiniz
   jelaskan sebutkan uraikan tuliskan lampirkan cantumkan صف اذكر وضح حدد תאר פרט ציין`,
);

const CHOOSING =
  /opcion|opcoes|opzion|\bcual(?:es)? de (?:l[ao]s )?siguientes|\bqua(?:l|is) d[ao]s seguintes|\b(?:select|choose|tick|mark|one of|which of|wahlen|auswahlen|ankreuzen|kreuzen|choisi\w*|coche\w*|selecci\w*|elij\w*|marque|escolh\w*|scegli\w*|seleziona\w*|barra\w*|kies|kruis|wybierz|zaznacz)\b|(?<!\p{L})(?:выберите|отметьте)(?!\p{L})|選択|选择/u;

/** Whether a text asks to choose among what it lists. */
export function asksToChoose(text: string): boolean {
  return CHOOSING.test(fold(text));
}

/** Verbs of REQUEST_STARTS that instructions of every kind begin with too: alone they ask nobody for anything. */
export const ORDER_STARTS = words(
  `include identify report address justify select choose verify submit upload tell give share define document discuss`,
);

/** Words for whoever is asked: with one of them an order is put to the reader of a questionnaire. */
export const ADDRESSEE =
  /\b(?:you|your|yours|please|vendor|vendors|supplier|suppliers|bidder|bidders|offeror|offerors|respondent|respondents|proposer|proposers|provider|contractor|company|organi[sz]ation)\b/;

/** Politeness before the verb: the next word decides. */
export const POLITE_STARTS = words(
  `please kindly pls bitte veuillez merci por favor prosze prosimy gelieve alstublieft пожалуйста lutfen mohon harap silakan molimo kerjuk παρακαλω يرجى נא`,
);

/** Conditions before a question: "If yes, please describe." */
export const CONDITION_STARTS = words(`if falls wenn sofern si se caso indien als jesli om hvis если en`);

/** Conditions that begin as a question does: "Should you need more time, please …", "Sollten Fragen offen sein, dann …". */
export const INVERTED_STARTS = words(`should sollte sollten mocht dovesse dovessero`);
/** What follows from a condition, without a question mark behind it. */
export const CONSEQUENCE =
  /(?:^|[\s,])(?:then|dann|allora)\s|,\s(?:please|kindly|bitte|gelieve|vi preghiamo|contact|wenden sie)\s/;

/** Stems of words that tell how to fill the questionnaire in, in running instructions. */
export const INSTRUCTION_WORDS =
  /\b(?:spreadsheet|worksheet|workbook|drop-?down|this (?:questionnaire|form|document|survey|checklist|template|assessment|tab|sheet)|(?:the|each|every|all) (?:questions?|tabs?|sheets?|cells?|rows?|columns?|fields?)\b|complete (?:all|every|each|both) \w+|left blank|(?:send|return|get) (?:this|it|them) (?:back|by)\b|(?:send|return|mail|submit) (?:the |this |your )?completed\b|column [a-z]\b|(?:questions?|assertions?|sections?) below|below (?:questions?|table)|following (?:questions?|table|tabs?|sections?)|(?:each|every|all) (?:of the )?(?:items?|statements?|points?) (?:below|that follows?|listed)|(?:chaque|cada|ogni|elke|iedere|kazde) (?:question|pregunta|pergunta|domanda|vraag|stelling|pytanie)|fill (?:in|out)|click|hidden columns?|return (?:the|this|it) |save (?:the|this)|diese[rnms]? (?:umfrage|befragung|erhebung|fragebogen|formular|tabelle|dokument|liste|vorlage)|(?:folgende[nr]?|alle|jede) fragen?|fullen sie|ausfullen|ausgefullt|tabellenblatt|spalte|zeile|(?:ce|cette|le present|la presente) (?:questionnaire|formulaire|document|onglet|feuille|tableau)|(?:questions|tableau|onglet) (?:suivantes?|ci-dessous)|remplir|remplissez|completer|colonne|onglet|(?:este|presente|siguiente) (?:cuestionario|formulario|documento|hoja|questionario|planilha)|rellen(?:e|ar)|cumpliment(?:e|ar|ado)|complet(?:e|ar|ado) (?:el|la|o|a)|columna|coluna|preencha|preencher|(?:questo|presente) (?:questionario|modulo|documento|foglio)|compilare|compilate|colonna|(?:deze|dit) (?:vragenlijst|formulier|document|tabblad)|vul .* in|invullen|kolom)\b/;

/** Lower case without accents, for look-ups: "Größe" → "grosse", "Prüfung" → "prufung". */
export function fold(text: string): string {
  let plain = true;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 126) {
      plain = false;
      break;
    }
  }
  const lower = text.toLowerCase();
  if (plain) return lower;
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/ł/g, 'l')
    .replace(/ı/g, 'i')
    .replace(/[đð]/g, 'd')
    .replace(/œ/g, 'oe')
    .replace(/[’‘`´]/g, "'")
    .normalize('NFC');
}
