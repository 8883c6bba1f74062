/** Works on all items, so many at once, and answers for each how it ended, as Promise.allSettled does. */
export async function settled<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce: number,
): Promise<PromiseSettledResult<R>[]> {
  const results: PromiseSettledResult<R>[] = [];
  const left = items.entries();
  const next = async () => {
    for (const [i, item] of left) [results[i]] = (await Promise.allSettled([work(item)])) as [PromiseSettledResult<R>];
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return results;
}
