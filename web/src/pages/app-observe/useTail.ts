import { useInfiniteQuery, useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, take, type Schemas } from "~/api/client";
import { merged, queryOf, type Call, type Filter } from "./calls";

type Page = Schemas["ListCall"];

/** How often the newest calls are asked for, in milliseconds, and after how many times the page is read anew: calls through other replicas come late. */
const every = 2000;
const anew = 5;

/** The newest calls held; older ones are a click away. */
const held = 300;

/** An app's calls, newest first; while live, new ones show up by themselves as long as the page is looked at. */
export function useTail(id: string, filter: Filter, live: boolean) {
  const client = useQueryClient();
  const key = ["calls", id, filter];
  const ask = (query: { after?: string; cursor?: string; limit: number }, signal?: AbortSignal) =>
    take(api.GET("/apps/{id}/calls", { params: { path: { id }, query: { ...queryOf(filter), ...query } }, ...(signal && { signal }) }));
  const query = useInfiniteQuery({
    queryKey: key, initialPageParam: "", refetchOnWindowFocus: false, staleTime: Infinity, gcTime: 0,
    queryFn: ({ signal, pageParam }) => ask({ limit: 50, ...(pageParam && { cursor: pageParam }) }, signal),
    getNextPageParam: (last: Page) => last.nextCursor,
  });
  const latest = useRef({ ask, key });
  latest.current = { ask, key };
  const shown = JSON.stringify(filter);
  useEffect(() => {
    if (!live || !query.isSuccess) return;
    let round = 0;
    const aborter = new AbortController();
    const poll = async () => {
      if (document.hidden) return;
      const { key: at, ask: read } = latest.current;
      const first = client.getQueryData<InfiniteData<Page>>(at)?.pages[0];
      const newest = first?.items[0]?.id;
      round += 1;
      const fetched = await read(newest && round % anew ? { after: newest, limit: 100 } : { limit: 50 }, aborter.signal).catch(() => null); // the banner says that the server is away
      if (!fetched || aborter.signal.aborted) return;
      client.setQueryData<InfiniteData<Page>>(at, (data) => {
        const [head, ...rest] = data?.pages ?? [];
        if (!data || !head) return data;
        const elsewhere = new Set(rest.flatMap(({ items }) => items.map((call) => call.id)));
        const items = merged(head.items, fetched.items.filter((call) => !elsewhere.has(call.id)));
        return items === head.items ? data : { ...data, pages: [{ ...head, items: rest.length ? items : items.slice(0, held) }, ...rest] };
      });
    };
    const timer = setInterval(() => void poll(), every);
    return () => {
      clearInterval(timer);
      aborter.abort();
    };
  }, [client, live, query.isSuccess, id, shown]);
  const calls: Call[] = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return { query, calls };
}
