/** No host at all: a page opened by a person. It shows what the configuration holds and can only open links. */
export function standaloneWay(win) {
    return {
        can: (feature) => feature === "openExternal" || feature === "setWidgetState",
        ask: async (feature, link) => {
            if (feature === "openExternal")
                win.open(link.href, "_blank", "noopener,noreferrer");
        },
    };
}
