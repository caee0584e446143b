// A module whose libraries take a second to load, as on a busy machine.
await new Promise((resolve) => setTimeout(resolve, 1_000))

export const addOne = ({ to }: { to: number }): number => to + 1
