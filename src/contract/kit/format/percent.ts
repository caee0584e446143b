/** How much is done, in whole percent, rounded; 0 of nothing is 0. 199 of 200 are 100 percent, but not all: whether something is finished is decided by counting. */
export const percentDone = (done: number, total: number): number => (total === 0 ? 0 : Math.round((done / total) * 100))
