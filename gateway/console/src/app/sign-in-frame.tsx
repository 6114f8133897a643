import { BRAND } from '@candor/runtime/brand';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { submitting } from '../ui/field.js';

interface Props {
  title: string;
  onSubmit(): void;
  children: ComponentChildren;
  /** After the form. */
  foot?: ComponentChildren;
}

/** The only thing on the page while nobody is signed in. */
export function SignInFrame({ title, onSubmit, children, foot }: Props) {
  useEffect(() => {
    document.title = BRAND.name;
  }, []);
  return (
    <main class="sign-in">
      <div class="card">
        <p class="brand">
          <span class="mark" aria-hidden="true">
            C
          </span>
          {BRAND.name}
        </p>
        <h1>{title}</h1>
        <form class="sign-in-form" onSubmit={submitting(onSubmit)}>
          {children}
        </form>
        {foot}
      </div>
    </main>
  );
}
