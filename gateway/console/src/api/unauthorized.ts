/** After the answer has been given to whoever waits for it. */
export const refuseUnauthorized = (onUnauthorized: () => void): void => {
  setTimeout(onUnauthorized, 0);
};
