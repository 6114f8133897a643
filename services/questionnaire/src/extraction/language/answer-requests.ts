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

const REQUEST = new RegExp(`^(?:${Object.values(REQUESTS).join('|')})`, 'u');

/** Whether a folded line says how the question above is answered ("Please write your answer here:") and asks nothing itself. */
export const isAnswerRequest = (folded: string): boolean => REQUEST.test(folded);
