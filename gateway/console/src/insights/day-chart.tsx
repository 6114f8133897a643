import type { InsightsSummary } from '../api/types.js';
import { day, number } from '../ui/format.js';
import { t } from '../words/words.js';
import { daysOf } from './days.js';

/** Questions a day; those without an answer are hatched at the foot. A table tells it to those who listen. */
export function DayChart({ summary }: { summary: InsightsSummary }) {
  const days = daysOf(summary);
  const most = Math.max(1, ...days.map(({ asked }) => asked));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure class="chart">
      <div class="chart-bars" aria-hidden="true">
        {days.map(({ day: date, asked, unanswered }) => (
          <div key={date} class="chart-day" title={t('insights:aDay', { day: day(date), asked, unanswered })}>
            <span style={{ height: `${((asked - unanswered) / most) * 100}%` }} />
            <span class="open" style={{ height: `${(unanswered / most) * 100}%` }} />
          </div>
        ))}
      </div>
      <figcaption class="small muted" aria-hidden="true">
        <span>{first && day(first.day)}</span>
        <span class="chart-key">
          <i /> {t('insights:chartAnswered')} <i class="open" /> {t('insights:chartUnanswered')} (
          {t('insights:mostPerDay', { count: most })})
        </span>
        <span>{last && day(last.day)}</span>
      </figcaption>
      <table class="hidden">
        <caption>{t('insights:perDay')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('insights:day')}</th>
            <th scope="col">{t('insights:asked')}</th>
            <th scope="col">{t('insights:unanswered')}</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ asked }) => asked > 0)
            .map(({ day: date, asked, unanswered }) => (
              <tr key={date}>
                <th scope="row">{day(date)}</th>
                <td>{number(asked)}</td>
                <td>{number(unanswered)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}
