import { isChoiceWord, isYesNoHeading, listsChoices } from './choices.js';
import { headingName } from './heading-name.js';
import { FILLED_BY, REQUESTED, VALUE, YES_NO_TAIL } from './heading-phrases.js';
import { headingWords, joinSpacedLetters, joinWords } from './headings-by-language.js';
import { SCALE } from './judgements.js';
import { isBankHeading } from './reference-words.js';
import { fold } from './words.js';

/** What a column heading says its column holds. */
export type HeaderRole =
  | 'question'
  | 'requirement'
  | 'description'
  | 'answer'
  | 'status'
  | 'comment'
  | 'evidence'
  | 'choice'
  | 'id'
  | 'section'
  | 'guidance'
  | 'options'
  | 'score'
  | 'type'
  | 'required'
  | 'register';

function stems(list: string): Map<string, true> {
  return new Map(
    list
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => [fold(word), true] as const),
  );
}

const QUESTION =
  stems(`question questions frage fragen fragestellung fragestellungen prüffrage prüffragen kontrollfrage kontrollfragen
  pregunta preguntas cuestion cuestiones domanda domande quesito quesiti pergunta perguntas questao questoes questão questões vraag vragen
  pytanie pytania fråga frågor spørgsmål spørsmål otázka otázky вопрос вопросы 質問 質問事項 設問 质问 问题 問題 질문 문항 soru sorular kérdés kérdések întrebare
  întrebări ερώτηση ερωτήσεις kysymys kysymykset سؤال السؤال الأسئلة שאלה query queries inquiry enquiry request requests interrogation
  ${headingWords('question')}`);
const REQUIREMENT =
  stems(`requirement requirements control controls criteria criterion statement statements assertion assertions specification
  kpi kpis indicator indicators metric metrics kennzahl kennzahlen indikator indikatoren indicateur indicateurs indicador indicadores indicatore indicatori
  specifications checkpoint check checks check-item checklist objective measure measures safeguard practice standard expectation obligation
  anforderung anforderungen kontrolle kontrollen maßnahme maßnahmen massnahme massnahmen kriterium kriterien prüfpunkt prüfpunkte aussage
  kontrollziel vorgabe vorgaben exigence exigences critère critères contrôle contrôles mesure mesures énoncé requisito requisitos
  requerimiento requerimientos criterio criterios medida medidas enunciado controle controles requisiti controllo controlli criteri misura
  misure eis eisen vereiste vereisten maatregel maatregelen norm wymaganie wymagania krav požadavek požadavky требование требования 要件 要求 要求事項
  утверждение формулировка показатель affirmation declaración declaracion afirmación afirmacion afirmação affermazione dichiarazione stwierdzenie stelling
  påstående påstand tvrzení állítás väittämä δήλωση ifade 記述 確認事項 陈述 声明 العبارة
  項目 确认项 检查项 检查项目 检查内容 检查点 確認項目 点検項目 チェック項目 점검항목 점검사항 prüfpunkt prüfpunkte 요구사항 항목 gereksinim követelmény
  ${headingWords('requirement')}`);
const DESCRIPTION =
  stems(`description step steps scenario scenarios schritt schritte prüfschritt testschritt testfall étape étapes paso pasos etapa etapas passo passos passaggio stap stappen krok kroki kroky trin steg шаг шаги сценарий 步骤 步驟 단계 item items topic topics activity activities actividad actividades atividade atividades attività activité activités aktivität tätigkeit activiteit capability capabilities feature features functionality task
  tasks subject element name title text detail point aspect beschreibung thema themen punkt gegenstand inhalt libellé intitulé point sujet
  descripción descripcion aspecto elemento tema concepto descrição item assunto descrizione voce argomento omschrijving beschrijving onderwerp
  opis popis beskrivning beskrivelse описание 内容 説明 描述 설명
  ${headingWords('description')}`);
const ANSWER =
  stems(`answer answers response responses reply replies antwort antworten rückmeldung réponse réponses respuesta respuestas contestación
  resposta respostas risposta risposte riscontro antwoord antwoorden odpowiedź odpowiedzi svar odpověď odpovědi ответ ответы 回答 回答欄 答え 答复 答案
  답변 응답 cevap yanıt cevaplar válasz răspuns απάντηση vastaus جواب الإجابة תשובה reaktion stellungnahme
  ${headingWords('answer')}`);
const STATUS =
  stems(`compliance compliant complies comply complied conformity conformance conformant status implemented implementation met fulfilled fulfilment satisfied
  applicable applicability selection result results finding findings assessment outcome state adherence erfüllt erfüllung erfüllungsgrad
  umgesetzt umsetzung umsetzungsstand umsetzungsstatus bewertung ergebnis konform zutreffend vorhanden cumple cumplimiento cumplido conforme conformité
  conformità conformidade atende atendimento aplicable aplica applicabile estado stato statut état resultado risultato résultat voldoet conformiteit
  выполнение выполнено статус состояние соответствие оценка
  spełnia stan uppfylls opfyldt 対応 対応状況 状態 状况 符合 준수 여부 durum
  结果 确认结果 检查结果 自查结果 核查结果 评估结果 完成情况 落实情况 結果 確認結果 点検結果 実施状況 결과 점검결과 esito esiti bevinding oordeel wynik wyniki
  výsledek stav resultat sonuç результат constat situação
  umsetzungsgrad implementierungsgrad implementierungsstand implementación implantación implementação implantação implementazione attuazione
  implementatie wdrożenie wdrożenia spełnienia implementering genomförande внедрение
  ${headingWords('status')}`);
const COMMENT =
  stems(`comment comments elaboration elaborate adicional adicionales adicionais zusätzlich zusätzliches ergänzend supplémentaire complémentaire aggiuntivo aggiuntivi aanvullend dodatkowe doplňující lisätieto дополнительно 補足 补充 추가 remark remarks note notes explanation explanations justification details additional rationale elaboration clarifications
  kommentar kommentare bemerkung bemerkungen anmerkung anmerkungen erläuterung erläuterungen begründung notiz notizen ergänzung commentaire commentaires
  remarque remarques observation observations précisions justificatif comentario comentarios observación observaciones nota notas justificación
  comentário comentários observação observações justificativa commento commenti osservazioni osservazione motivazione opmerking opmerkingen
  toelichting kommentarer uwagi komentarz komentarze poznámka poznámky комментарий комментарии примечание примечания 備考 コメント 备注 注释 비고 의견 açıklama megjegyzés
  ${headingWords('comment')}`);
const EVIDENCE =
  stems(`evidence link links documentation attachment attachments proof artifact artifacts artefact url nachweis nachweise beleg belege dokument preuve
  preuves pièce evidencia evidencias prueba adjunto evidência evidências evidenza evidenze allegato allegati bewijs bewijsstuk bijlage dowód 証跡 证据 증빙 kanıt
  ${headingWords('evidence')}`);
const ID =
  stems(`# no no. nr nr. num num. number numbers id ids ref ref. refs reference index code pos pos. position lfd lfd. n n° nº n.º № número num numero numéro
  ordinal seq s.no sno sl sl. sr sr. serial kennung ziffer nummer identifiant identifier código codigo codice identificativo identificador lp lp. číslo номер
  番号 no． 编号 序号 번호 sıra clause
  ${headingWords('id')}`);
/** In front of other words, these still say number: "Nr. der Frage". */
const NUMBER_SIGNS = stems('# no. nr nr. n° nº № id ref ref. lfd lfd. pos.');
/** "Número de pregunta" is a number, "Number of employees" is none. */
const NUMBER_OF = stems('number numero número numéro code código codice codigo index');
const SECTION =
  stems(`section sections category categories domain domains area areas theme chapter group family function module pillar subcategory subdomain kategorie
  kategorien bereich bereiche abschnitt kapitel themenbereich themenfeld gruppe domaine domaines catégorie rubrique chapitre thème volet categoría
  sección dominio área ámbito capítulo grupo seção categoria domínio sezione ambito capitolo dominio domein hoofdstuk rubriek kategoria obszar sekcja
  раздел категория 区分 分類 カテゴリ 类别 领域 분류 영역 kategori bölüm
  ${headingWords('section')}`);
const GUIDANCE =
  stems(`guidance help hint hints instruction instructions example examples clarification understanding definition definitions explanatory intent tip tips
  tooltip background info information abnahmekriterium abnahmekriterien akzeptanzkriterium akzeptanzkriterien erfolgskriterien
  acceptatiecriteria acceptanskriterier acceptkriterier hyväksymiskriteerit 確認方法 確認手順 操作手順 手順 試験方法 試験手順 点検方法 検査方法 測定方法 期待結果 期待値 预期结果 預期結果 检查方法 检查方式 测试方法 测试步骤 核查方法 기대결과 확인방법 점검방법 受入基準 受け入れ基準 验收标准 驗收標準 인수기준 hilfe hilfestellung hinweis hinweise beispiel beispiele anleitung erklärung aide exemple exemples explication
  orientación ayuda ejemplo ejemplos instrucciones guía ajuda orientação orientações exemplo exemplos aiuto esempio esempi guida istruzioni hulp uitleg voorbeeld
  voorbeelden wskazówki příklad пояснение пример 例 記入例 ガイダンス 补充说明 참고 예시 örnek`);
const OPTIONS =
  stems(`options option choices choice dropdown drop-down allowed permitted antwortmöglichkeit antwortmöglichkeiten antwortoption antwortoptionen
  auswahlmöglichkeiten auswahl optionen choix opciones opción opções opzioni opzione opties keuze keuzes opcje варианты 選択肢 选项 선택지 seçenekler`);
const SCORE =
  stems(`score scores scoring weight weighting weightage points point(s) severity priority risk rating level levels max maximum total maturity criticality
  importance threshold percentage % punkte gewichtung gewicht risiko stufe reifegrad priorität kritikalität schweregrad poids note(s) criticité priorité
  puntuación peso puntos prioridad riesgo nivel pontuação pontos risco nível punteggio priorità rischio livello gewichtung prioriteit risico niveau
  waga ryzyko вес балл 重要度 配点 权重 分值 점수 ağırlık puan
  punktzahl punktzahlen grade grading cotation notation puntaje calificación valoración pontuacao valutazione beoordeling score(s) punktacja зрелость 評点 得点 評価点 成熟度 评分 得分 성숙도
  ${headingWords('score')}`);
const TYPE = stems(
  `type types format dependency dependencies depends typ typen tipo tipi formato mapping mapped language locale version validation version ${headingWords('type')}`,
);
const REGISTER =
  stems(`owner owners responsible assignee assigned due date dates deadline author likelihood impact probability mitigation mitigations treatment serial asset
  quantity qty price cost amount currency email phone telephone address verantwortlich verantwortlicher eigentümer datum frist eintrittswahrscheinlichkeit
  auswirkung maßnahmeneigner preis menge responsable propriétaire échéance fecha propietario impacto probabilidad precio cantidad responsável prazo
  preço responsabile verantwortlichkeit verantwortliche zuständig zuständigkeit ответственный odpowiedzialny zodpovědný ansvarlig ansvarig 責任者 担当者 담당자 scadenza impatto probabilità prezzo verantwoordelijke eigenaar kans prijs
  ${headingWords('register')}`);
const REQUIRED = stems(
  `required mandatory obligatory pflicht pflichtfeld obligatoire obligatorio obligatoria obrigatório obbligatorio verplicht`,
);

/** "Description / guidance" is what is asked, "Guidance" alone is help. */
const TELLING =
  stems(`description beschreibung descripción descrição descrizione omschrijving beschrijving opis popis beskrivning
  beskrivelse описание`);
/** In front of "answers", these make them the ones to choose from. */
const POSSIBLE =
  stems(`possible allowed permitted valid available moglich mogliche zulassig zulassige possibles admises posibles posible permitidas possiveis
  possibili ammesse mogelijke`);
/** Words for a degree that whoever answers states, when the heading shows the scale ("Maturity 0-5"). */
const DEGREE = stems(
  `maturity self-assessment reifegrad erfullungsgrad umsetzungsgrad madurez maturite maturita maturidade volwassenheid`,
);
/** "C/P/N": letters to choose from. */
const LETTERS = /^[A-Z]{1,2}(?:\s?[/|]\s?[A-Z]{1,3}){2,6}$/;
/** "FY2024", "2024", "GJ 2023/24": a period for which a figure is asked. */
const PERIOD = /^(?:FY|CY|GJ|Year|Jahr|Année|Año|Anno|Ano)?\s?(?:20\d\d)(?:\s?[/-]\s?\d{2,4})?$/i;

/** Beside "answer" or "criteria", these make it what is expected, not what to give: "Acceptance criteria", "Correct answer". */
const EXPECTED =
  stems(`correct expected model sample suggested ideal preferred desired reference example right acceptable target best musterantwort erwartete
  acceptance success akzeptanz abnahme acceptation réception succès éxito aceptación sucesso aceitação accettazione successo acceptatie
  akceptacji приемки приёмки успеха
  richtige attendue correcta esperada correta attesa verwachte juiste previous prior last historical`);
/** Behind "question" or "control", these make it something about it. */
const ABOUT = stems(
  `title name family domain category type owner group mapping reference source text(s) titel bezeichnung nom titre nombre título titolo naam`,
);

const SEPARATORS = /[\s_/\\|,;:()[\]{}?!*"“”„'’–—-]+/;

export interface HeaderLabel {
  role: HeaderRole;
  /** 1 = a hint, 2 = likely, 3 = says so. */
  strength: number;
}

function has(tokens: readonly string[], set: ReadonlyMap<string, true>): boolean {
  return tokens.some((token) => set.has(token));
}

/** Compounds of scripts or languages that write words together: "Antwortfeld", "Lieferantenantwort", "質問内容". */
function holds(folded: string, parts: RegExp): boolean {
  return parts.test(folded);
}

const COMPOUND_QUESTION =
  /(?:^|[^a-z])(?:frage(?!bogen)[a-z]*|[a-z]*frage[n]?)(?:$|[^a-z])|質問|設問|问题|問題|질문|pregunta(?!r|n[dt]|d[ao]s?\b)|domanda(?!r|t[aeio]\b)|pergunta(?!r|n[dt]|d[ao]s?\b)/;
/** Not in words for who is responsible: "Verantwortlich", "verantwoordelijke", "ответственный", "odpowiedzialny". */
const COMPOUND_ANSWER =
  /(?<!ver)antwort|回答|答复|답변|ответ(?!ствен)|odpowied(?!zialn)|respuest|respost|rispost|(?<!ver)antwoord/;
const COMPOUND_REQUIREMENT = /anforderung|要件|要求|требован|요구|requisit|exigence|checkpunkt|prufpunkt/;
const COMPOUND_COMMENT = /bemerkung|anmerkung|kommentar|備考|コメント|备注|비고|comentari|observac|opmerking/;

/**
 * The role that a heading states, or undefined when it says nothing we know. What stands in brackets is looked at only when
 * the rest says nothing ("Compliant? (Y/N)", "Notes (do not answer here)").
 */
export function headerRole(text: string): HeaderLabel | undefined {
  const name = headingName(text.trim());
  const trimmed = joinSpacedLetters(name.replaceAll('（', '(').replaceAll('）', ')'));
  if (trimmed === '' || trimmed.length > 240) return undefined;
  if (isChoiceWord(trimmed)) return { role: 'choice', strength: 2 };
  if (isYesNoHeading(trimmed) || LETTERS.test(trimmed)) return { role: 'answer', strength: 3 };
  if (listsChoices(trimmed)) return { role: 'answer', strength: 3 };
  if (YES_NO_TAIL.test(trimmed) && !/[?？]/.test(trimmed)) return { role: 'answer', strength: 3 };
  if (PERIOD.test(trimmed) || VALUE.test(fold(trimmed))) return { role: 'answer', strength: 1 };
  const outside = trimmed.replace(/[([][^)\]]{0,240}[)\]]/g, ' ').trim();
  if (outside === trimmed || outside === '') return roleOfWords(trimmed);
  const role = roleOfWords(outside);
  const inside = /[([]([^)\]]{0,240})[)\]]/.exec(trimmed)?.[1]?.trimStart() ?? '';
  if (
    (isYesNoHeading(inside) || LETTERS.test(inside.trim())) &&
    (role === undefined || /^(?:status|description|comment|requirement)$/.test(role.role))
  ) {
    return { role: 'answer', strength: 3 };
  }
  // "Maturity (0-5)": the scale decides.
  return role?.role === 'score' && SCALE.test(inside) ? roleOfWords(trimmed) : (role ?? roleOfWords(trimmed));
}

function roleOfWords(trimmed: string): HeaderLabel | undefined {
  // A code ("QUESTION_EXTRACTED") is a value.
  if (/^\p{Lu}+(?:_\p{Lu}+)+$/u.test(trimmed)) return undefined;
  const folded = fold(trimmed);
  const tokens = joinWords(folded)
    .split(SEPARATORS)
    .filter((token) => token !== '');
  const bare = tokens.map((token) => (token.length <= 5 ? token : token.replace(/(?<!\.)\.+$/, '')));
  const count = bare.length;
  if (count === 0) return trimmed === '#' || trimmed === '№' ? { role: 'id', strength: 3 } : undefined;
  const sentence = count > 12;
  const strong = sentence ? 2 : 3;
  if (!sentence && REQUESTED.test(folded)) return { role: 'question', strength: 2 };
  const question = has(bare, QUESTION) || (!sentence && holds(folded, COMPOUND_QUESTION));
  const answer = has(bare, ANSWER) || (!sentence && holds(folded, COMPOUND_ANSWER));
  const requirement = has(bare, REQUIREMENT) || (!sentence && holds(folded, COMPOUND_REQUIREMENT));
  const first = bare[0] ?? '';
  const last = bare[count - 1] ?? '';
  if (answer && has(bare, POSSIBLE) && count <= 3) return { role: 'options', strength: 3 };
  if (has(bare, OPTIONS) && !question && !(answer && ANSWER.has(last))) return { role: 'options', strength: 3 };
  if (count <= 5 && (has(bare, ID) || /^(?:#|no\.?|nr\.?|n°)$/.test(folded)) && !answer) {
    const words = bare.filter((token) => !ID.has(token));
    const counted = NUMBER_OF.has(first) && (question || requirement);
    if (words.length === 0 || ID.has(last) || NUMBER_SIGNS.has(first) || counted) {
      return { role: 'id', strength: words.length === 0 ? 3 : 2 };
    }
  }
  if (has(bare, TYPE) && count <= 6) return { role: 'type', strength: 2 };
  if (isBankHeading(trimmed)) return { role: 'guidance', strength: 2 };
  // "Criterion / example": the cells begin with what is asked.
  const leads = REQUIREMENT.has(first) || QUESTION.has(first);
  const beside = /[/+&]/.test(folded);
  const led = leads && beside && GUIDANCE.has(last) && count <= 6;
  // "Question category" is a category, "Question / category" a column of questions that are grouped by some of its rows.
  const grouped = beside && QUESTION.has(first);
  if (!led && has(bare, EXPECTED) && (answer || requirement) && count <= 6) return { role: 'guidance', strength: 2 };
  if (has(bare, REQUIRED) && count <= 3 && !answer && !question && !requirement && !has(bare, EVIDENCE))
    return { role: 'required', strength: 2 };
  if (
    (question || requirement) &&
    count <= 5 &&
    count > 1 &&
    ABOUT.has(last) &&
    !QUESTION.has(last) &&
    !grouped &&
    last !== 'text'
  ) {
    return SECTION.has(last) ? { role: 'section', strength: 2 } : { role: 'description', strength: 1 };
  }
  if ((question || requirement) && !grouped && count <= 4 && SECTION.has(last)) return { role: 'section', strength: 2 };
  if (has(bare, GUIDANCE) && has(bare, TELLING) && !answer && !question) return { role: 'description', strength: 1 };
  if (has(bare, GUIDANCE) && !/additional|further|zusatz|supplement/.test(folded) && !(answer && !question) && !led)
    return { role: 'guidance', strength: 2 };
  if (question && answer)
    return QUESTION.has(last) || QUESTION.has(first)
      ? { role: 'question', strength: 2 }
      : { role: 'answer', strength: strong };
  // "Response comment" is a remark; "Response / comments" is one column for both.
  if (answer && count <= 3 && COMMENT.has(last) && !/[/&+]|\b(?:and|und|et|y|e|en)\b/.test(folded))
    return { role: 'comment', strength: 2 };
  if (answer || (!sentence && !question && FILLED_BY.test(folded))) return { role: 'answer', strength: strong };
  if (question) return { role: 'question', strength: strong };
  // "Conformance level" is what the vendor states; "Compliance score" is what is computed from it.
  const stated =
    (has(bare, STATUS) && /^(?:level|levels|niveau|nivel|nivel|livello|stufe|rating)$/.test(last)) ||
    (has(bare, DEGREE) && SCALE.test(folded));
  if (stated && has(bare, DEGREE)) return { role: 'status', strength: 2 };
  if (!sentence && has(bare, SCORE) && !has(bare, COMMENT) && !stated) return { role: 'score', strength: 2 };
  if (!sentence && has(bare, STATUS)) return { role: 'status', strength: 2 };
  if (
    has(bare, COMMENT) ||
    holds(folded, COMPOUND_COMMENT) ||
    /(?:additional|further|zusatzliche|weitere) info/.test(folded)
  ) {
    return { role: 'comment', strength: sentence ? 1 : 2 };
  }
  if (has(bare, EVIDENCE)) return { role: 'evidence', strength: sentence ? 1 : 2 };
  if (requirement) return { role: 'requirement', strength: sentence ? 1 : 2 };
  if (sentence) return undefined;
  if (has(bare, SECTION)) return { role: 'section', strength: 2 };
  if (has(bare, REGISTER)) return { role: 'register', strength: 1 };
  if (has(bare, DESCRIPTION)) return { role: 'description', strength: 1 };
  return undefined;
}
