import { InProcessBus, silentLogger } from '@candor/runtime';
import { busContract } from './bus-contract.js';

const inProcess = (mischief?: () => { copies: number; delayMs: number }) => () => {
  const bus = new InProcessBus({ logger: silentLogger(), ...(mischief ? { mischief } : {}) });
  return Promise.resolve({ open: () => bus, close: () => bus.close() });
};

let turn = 0;

busContract('in process', inProcess());
busContract(
  'in process, every message twice',
  inProcess(() => ({ copies: 2, delayMs: 0 })),
);
busContract(
  'in process, out of order',
  inProcess(() => ({ copies: 1, delayMs: (turn++ * 7) % 20 })),
);
