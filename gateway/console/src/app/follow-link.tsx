import { visitorApi } from '../api/api.js';
import { useTask } from '../ui/use-task.js';
import { Button } from '../ui/button.js';
import { t } from '../words/words.js';
import { SignInFrame } from './sign-in-frame.js';
import { signInWords } from '../core/sign-in-words.js';

interface Props {
  code: string;
  onSignedIn(returnTo: string | null): void;
  /** To the other ways in. */
  onLeave(): void;
}

/** A mailed link was opened, by a person or by a program that looks into mails: a click says that it was a person. */
export function FollowLink({ code, onSignedIn, onLeave }: Props) {
  const task = useTask();
  const follow = (): void => {
    void task.run(async () => {
      const { return_to: returnTo } = await visitorApi().redeemSignInMail({ body: { code } });
      onSignedIn(returnTo);
    });
  };
  return (
    <SignInFrame
      title={t('signIn.byLink')}
      onSubmit={follow}
      foot={
        <Button kind="quiet" onClick={onLeave}>
          {t('signIn.otherWay')}
        </Button>
      }
    >
      <p class="muted">{t('signIn.byLinkHelp')}</p>
      <p class="field-error" role="alert">
        {task.failure === undefined ? '' : signInWords(task.failure)}
      </p>
      <Button kind="primary" type="submit" busy={task.busy}>
        {t('signIn.signIn')}
      </Button>
    </SignInFrame>
  );
}
