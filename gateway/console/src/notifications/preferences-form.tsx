import { useState } from 'preact/hooks';
import type { NotificationPreferences } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { SelectField, submitting } from '../ui/field.js';
import { Notice } from '../ui/states.js';
import { timeZones } from '../ui/time-zones.js';
import { notify } from '../ui/toast.js';
import { LANGUAGES, t, type Language } from '../words/words.js';

interface Props {
  preferences: NotificationPreferences;
  onSaved(preferences: NotificationPreferences): void;
}

type Kind = keyof NotificationPreferences['kinds'];
type Delivery = NotificationPreferences['kinds'][Kind];

const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const);

/** How the person wants to be told by mail, kind by kind. */
export function PreferencesForm({ preferences, onSaved }: Props) {
  const { api, session } = useApp();
  const ofOrganization = session.organization.time_zone;
  const [kinds, setKinds] = useState(preferences.kinds);
  const [hour, setHour] = useState(preferences.hour);
  const [zone, setZone] = useState(preferences.own_time_zone ? preferences.time_zone : '');
  const [language, setLanguage] = useState(preferences.language);
  const task = useTask();
  const { email } = preferences;
  const save = async (): Promise<void> => {
    const done = await task.run(async () => {
      const body = { kinds, hour, time_zone: zone || null, language };
      onSaved(await api.call.changeNotificationPreferences({ body }));
    });
    if (done) notify(t('notifications:saved'));
  };
  const deliveries = (['at_once', 'daily', 'off'] as const).map(
    (one) => [one, t(`notifications:delivery.${one}`)] as const,
  );
  return (
    <section class="section">
      <h2>{t('notifications:choose')}</h2>
      <p class="muted">{t('notifications:chooseHelp', { email })}</p>
      {preferences.email_refused_at !== null && <Notice kind="warning">{t('notifications:refused', { email })}</Notice>}
      <form class="card" onSubmit={submitting(() => void save())}>
        {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
        <fieldset class="fields bare">
          {(Object.keys(kinds) as Kind[]).map((kind) => (
            <SelectField<Delivery>
              key={kind}
              label={t(`notifications:kind.${kind}`)}
              value={kinds[kind]}
              options={deliveries}
              onChange={(delivery) => setKinds({ ...kinds, [kind]: delivery })}
            />
          ))}
          <SelectField
            label={t('notifications:hour')}
            value={String(hour)}
            options={HOURS}
            onChange={(chosen) => setHour(Number(chosen))}
          />
          <SelectField
            label={t('notifications:timeZone')}
            value={zone}
            options={[
              ['', t('notifications:ofOrganization', { zone: ofOrganization })],
              ...timeZones(zone || ofOrganization),
            ]}
            onChange={setZone}
          />
          <SelectField<Language>
            label={t('notifications:language')}
            value={language}
            options={Object.entries(LANGUAGES) as [Language, string][]}
            onChange={setLanguage}
          />
        </fieldset>
        <p>
          <Button kind="primary" type="submit" busy={task.busy}>
            {t('notifications:save')}
          </Button>
        </p>
      </form>
    </section>
  );
}
