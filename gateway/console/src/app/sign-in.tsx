import { useEffect, useState } from 'preact/hooks';
import { visitorApi } from '../api/api.js';
import { Loading } from '../ui/states.js';
import { t } from '../words/words.js';
import { KeyEntry } from './sign-in-key.js';
import { PersonEntry, type Methods } from './sign-in-person.js';
import { organizationAsked, ProviderEntry, takeProviderError } from './sign-in-by-provider.js';

interface Props {
  /** Why nobody is signed in any more; '' when nobody was. */
  message: string;
  /** Rejects when the key is not valid. */
  connect(key: string): Promise<void>;
  onSignedIn(returnTo: string | null): void;
}

const NONE: Methods = { password: false, mail: false, provider: null };

/** The ways in: as a person, where there is a way for people, and by API key. */
export function SignIn({ message, connect, onSignedIn }: Props) {
  const [methods, setMethods] = useState<Methods>();
  const [byKey, setByKey] = useState(false);
  const [failed] = useState(takeProviderError);
  useEffect(() => {
    visitorApi()
      .listSignInMethods({ query: { organization: organizationAsked() } })
      // A key can be entered in any case.
      .then(setMethods, () => setMethods(NONE));
  }, []);

  if (methods === undefined) return <Loading what={t('theConsole')} />;
  const forPeople = methods.password || methods.mail || methods.provider !== null;
  const said = message || failed;
  if (byKey || !forPeople)
    return <KeyEntry message={said} connect={connect} onBack={forPeople ? () => setByKey(false) : undefined} />;
  const useKey = (): void => setByKey(true);
  const { provider } = methods;
  if (provider !== null && !methods.password && !methods.mail)
    return <ProviderEntry message={said} provider={provider} onUseKey={useKey} />;
  return <PersonEntry message={said} methods={methods} onSignedIn={onSignedIn} onUseKey={useKey} />;
}
