// A tile server without a network: streets at https://tiles.example/streets/{z}/{x}/{y}.png, and nothing at any other path.

const origin = "https://tiles.example/";
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#f2efe9"/>
<path d="M0 40H256M0 128H256M0 220H256M40 0V256M150 0V256" stroke="#fff" stroke-width="9"/></svg>`;

/** Answers for the server in a browser's context; has(url) says whether an address is one of its tiles. */
export async function tilesAt(context) {
  const has = (url) => url.startsWith(origin) && /\/\d+\/\d+\/\d+\.png$/.test(url);
  await context.route(
    (url) => has(url.href),
    (route) =>
      route.request().url().startsWith(`${origin}streets/`)
        ? route.fulfill({ contentType: "image/svg+xml", body: picture })
        : route.fulfill({ status: 404, body: "" }),
  );
  return { has };
}
