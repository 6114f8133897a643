/** Headings that are known by their form, and not by one word. Folded, but for the first. */

/** "Compliant Y/N", "Voldoet J/N" at the end of a heading. */
export const YES_NO_TAIL = /[\s(\[-][YJSOTД]\s?[/|]\s?[NН](?:\s?[/|]\s?N\.?\/?A\.?)?[)\]]?$/iu;
/** "To be completed by the supplier", "Vom Bieter auszufüllen", "Your input": whoever answers writes there. */
export const FILLED_BY =
  /\b(?:(?:to be )?(?:completed|filled(?: in| out)?|answered) by|(?:supplier|vendor|bidder|provider|tenderer|your|user|client)(?:'?s)? (?:input|entry|feedback|statement|position|level|scor(?:e|es|ing)|ratings?|grad(?:e|es|ing)|marks?|points|value|status)|self[ -]?(?:assess(?:ment|ed) )?(?:scor(?:e|es|ing)|ratings?|grad(?:e|es|ing)|mark(?:s|ing)?|points|evaluation)|selbst(?:bewertung|einschatzung)|auto-?(?:evaluation|cotation|evaluacion|calificacion|avaliacao|valutazione)|zelf(?:beoordeling|evaluatie)|samoocena|(?:vom|durch(?: den)?) (?:lieferant|bieter|anbieter|auftragnehmer)\w*|eintrag|eingabe|auszufullen|(?:a|à) (?:remplir|completer|renseigner)|saisie|(?:a|para) (?:completar|rellenar|cumplimentar|llenar|preencher)|da compilare|in te vullen|invullen|do wypelnienia|vyplni)\b|самооцен|自己評価|自己採点|自评|自評|자체\s?평가|자기\s?평가|заполняется|記入欄|ご記入|填写|填寫|작성란/u;
/** "Value", "Wert": what is asked of an indicator. */
export const VALUE =
  /^(?:values?|wert(?:e)?|valeurs?|valor(?:es)?|valore|valori|waarden?|wartosc|hodnota|varde|vaerdi|verdi|arvo|ertek|deger|nilai|значение|値|数値|数值|값|input|entry)$/u;
/** "Information requested" is asked for, "Information" explains. */
export const REQUESTED =
  /\b(?:information|details|data|documents?|items?) (?:requested|required|needed)\b|\b(?:requested|required) (?:information|documents?|data)\b|\b(?:angeforderte|benotigte) (?:informationen|unterlagen|angaben|dokumente)\b|\b(?:informations?|documents?|pieces) (?:demande|requis|a fournir)|\b(?:informacion|documentos?|documentacion) (?:solicitad|requerid)|\b(?:informac(?:ao|oes)|documentos?) (?:solicitad|requerid)|\b(?:informazioni|documenti) richiest|\b(?:gevraagde|benodigde) (?:informatie|documenten|gegevens)\b/u;
