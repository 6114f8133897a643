import { useState } from 'preact/hooks';
import type { Organization } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Check } from '../ui/choices.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { timeZones } from '../ui/time-zones.js';
import { notify } from '../ui/toast.js';
import { BrandSample } from './brand-sample.js';
import { t } from '../words/words.js';

const FIELDS = [
  'name',
  'tenant_name',
  'slug',
  'hd',
  'logo_url',
  'accent_color',
  'intro',
  'approvers_only',
  'time_zone',
] as const;

/** Renames an organization, and says how its portal, mails and ask page look. */
export function EditOrganization({ organization, onClose }: { organization: Organization; onClose(): void }) {
  const { api, session, switchOrganization } = useApp();
  const [name, setName] = useState(organization.name);
  const [called, setCalled] = useState(organization.tenant_name);
  const [slug, setSlug] = useState(organization.slug);
  const [domains, setDomains] = useState(organization.hd.join(', '));
  const [logo, setLogo] = useState(organization.logo_url ?? '');
  const [accent, setAccent] = useState(organization.accent_color ?? '');
  const [intro, setIntro] = useState(organization.intro ?? '');
  const [approversOnly, setApproversOnly] = useState(organization.approvers_only);
  const [zone, setZone] = useState(organization.time_zone);
  const task = useTask();
  const hd = domains.split(/[\s,;]+/).filter(Boolean);
  const save = async (): Promise<void> => {
    const done = await task.run(async () => {
      await api.call.updateOrganization({
        path: { organization_id: organization.id },
        body: {
          name,
          tenant_name: called,
          slug: slug.trim(),
          hd,
          logo_url: logo.trim() || null,
          accent_color: accent.trim() || null,
          intro: intro.trim() || null,
          approvers_only: approversOnly,
          time_zone: zone,
        },
      });
      // Lists anew what there is.
      await switchOrganization(session.organization_id);
    });
    if (!done) return;
    notify(t('settings:organization.saved'));
    onClose();
  };
  const wrong = (field: string): string | undefined => fieldWords(task.failure, field);
  const wrongDomain = hd.map((_domain, index) => wrong(`hd.${index}`)).find(Boolean) ?? wrong('hd');
  const told = wrongDomain ?? FIELDS.map(wrong).find(Boolean);
  return (
    <FormDialog
      title={t('settings:organization.editTitle', { name: organization.name })}
      action={t('settings:save')}
      task={task}
      told={told !== undefined}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('settings:name')}
        help={t('settings:organization.nameHelp')}
        required
        value={name}
        error={wrong('name')}
        onInput={setName}
      />
      <TextField
        label={t('settings:organization.tenantName')}
        help={t('settings:organization.tenantNameHelp')}
        required
        value={called}
        error={wrong('tenant_name')}
        onInput={setCalled}
      />
      <TextField
        label={t('settings:organization.slug')}
        help={t('settings:organization.slugHelp', { address: `${window.location.origin}/portal/${slug.trim()}` })}
        required
        value={slug}
        error={wrong('slug')}
        onInput={setSlug}
      />
      <TextField
        label={t('settings:organization.domains')}
        help={t('settings:organization.domainsHelp')}
        value={domains}
        error={wrongDomain}
        onInput={setDomains}
      />
      <TextField
        label={t('settings:organization.logo')}
        type="url"
        placeholder="https://"
        value={logo}
        error={wrong('logo_url')}
        onInput={setLogo}
      />
      <TextField
        label={t('settings:organization.accent')}
        help={t('settings:organization.accentHelp')}
        value={accent}
        error={wrong('accent_color')}
        onInput={setAccent}
      />
      <TextField
        label={t('settings:organization.intro')}
        help={t('settings:organization.introHelp')}
        rows={3}
        value={intro}
        error={wrong('intro')}
        onInput={setIntro}
      />
      <SelectField
        label={t('settings:organization.timeZone')}
        help={t('settings:organization.timeZoneHelp')}
        value={zone}
        options={timeZones(zone)}
        onChange={setZone}
      />
      <Check checked={approversOnly} onChange={setApproversOnly}>
        {t('settings:organization.approversOnly')}
      </Check>
      <BrandSample name={name} accent={accent.trim()} />
    </FormDialog>
  );
}
