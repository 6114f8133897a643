/** Lines of printed surveys that say how the question above them is answered, by language; folded. */
const REQUESTS: Record<string, string> = {
  en: '(?:please )?(?:write|enter|type) your answers?(?: here)?|(?:please )?(?:choose|select) (?:only )?(?:one|all|the appropriate) (?:of the following|that apply|response)',
  de: '(?:bitte )?(?:schreiben|geben) sie (?:bitte )?ihre antwort(?:en)?(?: hier)?|(?:bitte )?wahlen sie (?:bitte )?(?:nur )?(?:eine|die|alle) (?:der folgenden|zutreffende)',
  fr: '(?:veuillez )?(?:ecrire|ecrivez|saisir|saisissez) votre(?:\\(vos\\))? reponse|(?:veuillez )?(?:selectionner|selectionnez|choisir|choisissez) (?:seulement )?(?:une|toutes)(?: seule)?(?: les)? (?:des (?:propositions|reponses) suivantes|reponses? qui)',
  es: '(?:por favor,? )?(?:escriba|introduzca) (?:aqui )?su(?:\\(s\\))? respuesta|(?:por favor,? )?(?:seleccione|elija|marque) (?:solo )?(?:una|las|la) (?:de las siguientes|opciones que correspondan|respuesta apropiada)',
  pt: '(?:por favor,? )?(?:escreva|coloque) (?:aqui )?(?:a )?sua(?:\\(s\\))? resposta|(?:por favor,? )?(?:seleccione|selecione|escolha) (?:apenas )?(?:uma|as) (?:das seguintes|opcoes|que se)',
  it: '(?:per favore,? )?(?:scrivi(?:ere)?|scriva|inserisca) (?:qui )?(?:la|le) (?:sua|tua|risposta|risposte)|(?:per favore,? )?(?:scegli(?:ere)?|scelga) (?:solo )?una (?:delle seguenti|delle)',
  nl: '(?:vul|schrijf) uw antwoord|(?:kies|selecteer) (?:slechts )?(?:een|alle)(?: van de)? (?:volgende|die van toepassing)',
  pl: '(?:prosze )?(?:wpisac|wpisz|napisz)(?: tutaj)? (?:swoja )?odpowiedz|(?:prosze )?(?:wybrac|wybierz) (?:jedna|tylko jedna|wszystkie)',
  ru: '(?:пожалуйста,? )?(?:напишите|введите) (?:здесь )?ваш ответ|(?:пожалуйста,? )?выберите (?:только )?(?:один|одно|все) ',
};

/** The same as printed web forms have them, which also say what their star means. */
const PRINTED: Record<string, string> = {
  en: '(?:mark|choose|select|tick) only one(?: oval| box| option| answer)?\\.?$|(?:check|tick|mark|select) all that apply|indicates (?:a )?required (?:question|field)',
  de: 'markieren sie nur ein oval|wahlen sie alle zutreffenden antworten aus|mehrfachnennung(?:en)? moglich|(?:gibt eine erforderliche frage an|pflichtfelder?$|erforderlich$)',
  fr: 'une seule reponse possible|plusieurs reponses possibles|indique une question obligatoire|cochez (?:une seule case|toutes les cases)',
  es: 'marca solo un ovalo|marque solo una(?: opcion| casilla)?|selecciona todos los que correspondan|marque todas las que (?:apliquen|correspondan)|indica que la pregunta es obligatoria',
  pt: 'marc(?:ar|que) apenas uma (?:oval|opcao)|marque todas que se aplicam|indica uma pergunta obrigatoria',
  it: 'contrassegna solo un ovale|seleziona tutte le voci applicabili|(?:e possibile |sono possibili )?(?:selezionare )?piu risposte(?: possibili)?$|indica una domanda obbligatoria',
  nl: 'markeer slechts een ovaal|vink alle toepasselijke opties aan|meerdere antwoorden mogelijk|geeft een verplichte vraag aan',
  pl: 'zaznacz tylko jedna odpowiedz|zaznacz wszystkie wlasciwe odpowiedzi|wskazuje wymagane pytanie',
  cs: 'oznacte jen jednu elipsu|zaskrtnete vsechny platne moznosti|oznacuje povinnou otazku',
  nordic:
    'markera endast en oval|markera alla alternativ som galler|marker(?:er)? kun en oval|merk av for alt som passer|angir obligatorisk (?:fraga|sporsmal)|angiver et pakraevet sporgsmal',
  ru: 'отметьте только один овал|отметьте все подходящие варианты|обозначает обязательный вопрос',
  tr: 'yalnizca bir sikki isaretleyin|uygun olanlarin tumunu isaretleyin|zorunlu soruyu belirtir',
};

const REQUEST = new RegExp(`^(?:${Object.values(REQUESTS).join('|')})`, 'u');
const PRINTED_REQUEST = new RegExp(
  `^[\\s*(]*(?:${Object.values(PRINTED).join('|')})|^[\\s*]*(?:請?请(?:仅|只)选择一(?:个|项)|(?:1|１|一)つだけ(?:マーク|選択)して(?:ください|下さい)|当てはまるものをすべて選択して(?:ください|下さい)|한 개의 타원형만 표시|해당 사항에 모두 표시)`,
  'u',
);

/** Whether a folded line says how the question above is answered ("Please write your answer here:") and asks nothing itself. */
export const isAnswerRequest = (folded: string): boolean => REQUEST.test(folded);

/** Whether a folded line says how many of the choices below to mark, or what a star means: "Mark only one oval." */
export const isMarkingRequest = (folded: string): boolean => folded.length <= 80 && PRINTED_REQUEST.test(folded);
