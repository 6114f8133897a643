import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

const run = promisify(execFile);
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const TOOLS = join(root, 'node_modules', '.cache', 'candor-kubernetes-validate');
const VALIDATOR = join(TOOLS, 'bin', 'kubernetes-validate');
const PACKAGE = 'kubernetes-validate==1.37.0';

/** An object of a manifest, as far as it is looked at. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  spec?: Record<string, unknown>;
}

/** Whether kubectl is there; says so on standard error when not. */
export function kubectlAvailable(): boolean {
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('\n*** SKIPPED: the Kubernetes manifests, for there is no kubectl here.\n\n');
    return false;
  }
}

/** What `kubectl apply -k` would send. */
export async function render(overlay: string): Promise<{ text: string; objects: KubernetesObject[] }> {
  const folder = join(root, 'deploy/kubernetes/overlays', overlay);
  const { stdout: text } = await run('kubectl', ['kustomize', folder], { maxBuffer: 64 * 1024 * 1024 });
  return { text, objects: parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject) };
}

/**
 * Installs the validator, which carries the schemas of Kubernetes' API, into a virtual environment of its own; false, said
 * on standard error, when it cannot be had.
 */
export async function validatorAvailable(): Promise<boolean> {
  if (existsSync(VALIDATOR)) return true;
  try {
    await run('python3', ['-m', 'venv', '--clear', TOOLS]);
    await run(join(TOOLS, 'bin', 'pip'), ['install', '--quiet', PACKAGE]);
    return true;
  } catch (error) {
    await rm(TOOLS, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message.trim().split('\n').at(-1) : 'unknown error';
    process.stderr.write(
      `\n*** SKIPPED: validation of the Kubernetes manifests, for ${PACKAGE} cannot be had (${reason}).\n\n`,
    );
    return false;
  }
}

/** What is wrong with the objects of `text` by the API's schema of a version; unknown fields are wrong. Empty when all is right. */
export async function validate(text: string, version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-kubernetes-'));
  try {
    const file = join(folder, 'rendered.yaml');
    await writeFile(file, text);
    const { stdout, stderr } = await run(VALIDATOR, ['--strict', '--kubernetes-version', version, file]);
    // A kind that the version does not know is a warning only.
    return wrongLines(`${stdout}\n${stderr}`);
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return wrongLines(`${stdout}\n${stderr}`) || String(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const wrongLines = (output: string): string =>
  output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^INFO .* passed for resource /.test(line))
    .join('\n');
