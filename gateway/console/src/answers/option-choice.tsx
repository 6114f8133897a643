import { useId } from 'preact/hooks';
import type { Question } from '../api/types.js';
import { t } from '../words/words.js';

interface Props {
  question: Question;
  answer: string;
  onChange(answer: string): void;
}

/** The options that an answer names, by their places: options may hold commas themselves. */
export function chosenOf(options: readonly string[], answer: string): string[] {
  const chosen = options.filter((option) => `, ${answer}, `.includes(`, ${option}, `));
  return chosen.filter(
    (option) =>
      !chosen.some((other) => other !== option && other.includes(option) && !answer.split(', ').includes(option)),
  );
}

/** The answer after an option was chosen: of a question that takes several it is added, or taken away again. */
export function withOption({ answer_type: type, options }: Question, answer: string, option: string): string {
  if (type !== 'multi_choice') return option;
  const chosen = chosenOf(options, answer);
  return options.filter((one) => (one === option) !== chosen.includes(one)).join(', ');
}

/** Digits that choose an option. */
const MOST_DIGITS = 9;

/** One of the customer's options, or several. */
export function OptionChoice({ question, answer, onChange }: Props) {
  const name = useId();
  const many = question.answer_type === 'multi_choice';
  const chosen = many ? chosenOf(question.options, answer) : [answer];
  return (
    <fieldset class="option-choice">
      <legend>{t('panel:answer.title')}</legend>
      {question.options.map((option, index) => (
        <div key={option} class="option">
          <label class="check">
            <input
              type={many ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(option)}
              onChange={() => onChange(withOption(question, answer, option))}
            />
            {option}
          </label>
          {index < MOST_DIGITS && <kbd aria-hidden="true">{index + 1}</kbd>}
        </div>
      ))}
      {answer !== '' && (
        <button type="button" class="link small" onClick={() => onChange('')}>
          {t('panel:answer.none')}
        </button>
      )}
    </fieldset>
  );
}
