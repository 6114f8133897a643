import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface Props {
  /** What happens when files are let go here. */
  hint: string;
  enabled: boolean;
  onFiles(files: File[]): void;
  children: ComponentChildren;
}

/** Takes files that are dropped anywhere on the page. */
export function DropZone({ hint, enabled, onFiles, children }: Props) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!enabled) return undefined;
    // Each child that is entered counts, and each that is left.
    let depth = 0;
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth++;
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const stay = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: stay, drop } as const;
    for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name as 'drop', listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name as 'drop', listener);
    };
  }, [enabled, onFiles]);
  return (
    <>
      {children}
      {over && (
        <div class="drop-hint" aria-hidden="true">
          <p>{hint}</p>
        </div>
      )}
    </>
  );
}
