import { useInfiniteQuery, useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, take, type Schemas } from "~/api/client";
import { followed, queryOf, type Call, type Filter } from "./calls";

type Page = Schemas["ListCall"];

/** How often the newest calls are asked for, in milliseconds. */
const every = 2000;

/** An app's calls, newest first; while live, new ones show up by themselves as long as the page is looked at. */
export function useTail(id: string, filter: Filter, live: boolean) {
  const client = useQueryClient();
  const key = ["calls", id, filter];
  const ask = (cursor: string, signal?: AbortSignal) =>
    take(
      api.GET("/apps/{id}/calls", {
        params: { path: { id }, query: { ...queryOf(filter), limit: 50, ...(cursor && { cursor }) } },
        ...(signal && { signal }),
      }),
    );
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: "",
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal, pageParam }) => ask(pageParam, signal),
    getNextPageParam: (last: Page) => last.nextCursor,
  });
  const latest = useRef({ ask, key });
  latest.current = { ask, key };
  const shown = JSON.stringify(filter);
  useEffect(() => {
    if (!live || !query.isSuccess) return;
    const aborter = new AbortController();
    const poll = async () => {
      if (document.hidden) return;
      const { key: at, ask: read } = latest.current;
      const newest = await read("", aborter.signal).catch(() => null); // the banner says that the server is away
      if (!newest || aborter.signal.aborted) return;
      client.setQueryData<InfiniteData<Page, string>>(at, (data) => {
        if (!data) return data;
        const pages = followed(data.pages, newest);
        return pages === data.pages ? data : { pages: [...pages], pageParams: data.pageParams.slice(0, pages.length) };
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
