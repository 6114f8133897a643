import { isChoiceWord } from './choices.js';
import { fold } from './words.js';

/** Beginnings of the words that scales are made of, by what they measure; folded. */
const STEPS = new RegExp(
  `(?<!\\p{L})(?:${[
    // How good
    'excellent|(?:very |rather )?(?:good|poor|bad)|fair|average|adequate|weak|strong|terrible|perfect',
    '(?:sehr |eher )?(?:gut|schlecht)|befriedigend|ausreichend|mangelhaft|ungenugend|mittel',
    '(?:tres |assez |plutot )?(?:bien|bon|bonne|mauvais|mauvaise)|passable|moyen|insuffisant|mediocre',
    '(?:muy )?(?:buen[oa]?|mal[oa]|regular)|excelente|deficiente|(?:muito )?(?:bom|boa|mau|ruim)|otim[oa]|pessim[oa]',
    'ottim[oa]|buon[oa]|discret[oa]|sufficiente|insufficiente|scars[oa]|goed|slecht|matig|voldoende|onvoldoende',
    'bardzo dobr\\p{L}+|dobr\\p{L}+|zl[yaei]|slab\\p{L}+|(?:velmi )?dobre|spatne|(?:mycket )?bra|dalig\\p{L}*|god\\p{L}*|darlig\\p{L}*|hyva|huono|jo|rossz',
    'отличн\\p{L}+|хорош\\p{L}+|плох\\p{L}+|удовлетворительн\\p{L}+|добре|погано|很好|好|一般|差|很差|良い|悪い|普通|좋음|나쁨|보통',
    // How much, how satisfied, how important
    'satisf\\p{L}+|dissatisf\\p{L}+|unsatisf\\p{L}+|insatisf\\p{L}+|zufrieden|unzufrieden|tevreden|ontevreden|zadowolon\\p{L}+|spokojen\\p{L}*|nojd|tilfreds|tyytyva\\p{L}+|满意|不满意|非常满意|満足|不満|만족|불만족',
    'important|unimportant|wichtig|unwichtig|importante?s?|belangrijk|onbelangrijk|wazn\\p{L}+|dulezit\\p{L}+|viktig\\p{L}*|vigtig\\p{L}*|важно|重要',
    'not at all|a little|somewhat|moderately|very much|extremely|completely|gar nicht|uberhaupt nicht|kaum|etwas|ziemlich|voll und ganz|pas du tout|un peu|assez|beaucoup|nada|poco|algo|bastante|mucho|muito|pouco|per niente|molto|abbastanza|helemaal niet|wcale|bardzo|vubec|velmi|совсем',
    'low|medium|high|niedrig|gering|hoch|faible|eleve|baj[oa]|medi[oa]|alt[oa]|baix[oa]|bass[oa]|laag|hoog|nisk\\p{L}+|sredni\\p{L}*|wysok\\p{L}+',
    // How often, how far one agrees
    'never|rarely|seldom|sometimes|often|always|usually|frequently|nie|selten|manchmal|gelegentlich|oft|haufig|immer|jamais|rarement|parfois|souvent|toujours|nunca|casi nunca|a veces|a menudo|siempre|raramente|as vezes|sempre|mai|spesso|nooit|zelden|soms|vaak|altijd|nigdy|rzadko|czasami|czesto|zawsze|nikdy|zridka|nekdy|casto|vzdy|aldrig|sallan|ibland|alltid|никогда|редко|иногда|часто|всегда|从不|偶尔|有时|经常|总是|いつも|時々|たまに',
    '(?:strongly |totally |completely |partly |somewhat )?(?:dis)?agree|undecided|neutral|neither|stimme .{1,20}|trifft .{1,20}|(?:tout a fait |plutot )?d.accord|en desacuerdo|de acuerdo|concordo|discordo|d.accordo|eens|oneens|zgadzam|nie zgadzam|souhlasim|nesouhlasim|instammer|enig|uenig|samaa mielta|eri mielta|согласен|не согласен|同意|不同意|そう思う|そう思わない|동의',
  ].join('|')})(?!\\p{L})`,
  'u',
);

/** Whether a short text is a step of a scale: a number, a choice, or words that say how good, how often, how much. */
export function isScaleStep(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 45 || /[?？:：]\s*$/u.test(trimmed)) return false;
  return /^\d{1,2}$/.test(trimmed) || isChoiceWord(trimmed) || STEPS.test(fold(trimmed));
}
