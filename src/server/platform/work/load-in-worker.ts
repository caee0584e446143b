/** Loads a module in a worker process, before the time of its task begins. */
export default async function load(file: string): Promise<void> {
  await import(file)
}
