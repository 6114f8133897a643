import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/words.js';

interface Link {
  label: string;
  url: string;
}

interface Props {
  links: Link[];
  /** What is wrong with a field: "links.0.url". */
  wrong(field: string): string | undefined;
  onChange(links: Link[]): void;
}

/** Links of the front page, in their order. */
export function LinkFields({ links, wrong, onChange }: Props) {
  const set = (at: number, change: Partial<Link>): void =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...change } : link)));
  return (
    <fieldset class="choices">
      <legend>{t('portal:frontPage.links')}</legend>
      {links.map((link, index) => (
        // They have no identity but their place.
        <div class="fields" key={index}>
          <TextField
            label={t('portal:frontPage.linkLabel')}
            required
            value={link.label}
            error={wrong(`links.${index}.label`)}
            onInput={(label) => set(index, { label })}
          />
          <TextField
            label={t('portal:frontPage.linkAddress')}
            type="url"
            placeholder="https://"
            required
            value={link.url}
            error={wrong(`links.${index}.url`)}
            onInput={(url) => set(index, { url })}
          />
          <div class="whole">
            <Button kind="quiet" onClick={() => onChange(links.filter((_link, at) => at !== index))}>
              {t('portal:frontPage.removeLink')}
              <span class="hidden"> {link.label}</span>
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button onClick={() => onChange([...links, { label: '', url: '' }])}>
          <Icon name="plus" />
          {t('portal:frontPage.addLink')}
        </Button>
      </div>
    </fieldset>
  );
}
