/** Of the rules' own scores, 0 to 1. Sources that contradict each other are never surer than this. */
export const DISAGREEING_AT_MOST = 0.7;
export const HIGH_FROM = 0.8;
/** Below this nothing is proposed. */
export const ANSWER_FROM = 0.6;
