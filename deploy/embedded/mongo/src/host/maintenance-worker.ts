import { parentPort, workerData } from 'node:worker_threads';
import { backupDirectory, checkDirectory } from '../storage/backup.js';
import type { MaintenanceTask } from './maintenance.js';

const task = workerData as MaintenanceTask;
const result = task.kind === 'backup' ? backupDirectory(task.dataDir, task.target) : checkDirectory(task.dataDir);
parentPort?.postMessage(result);
