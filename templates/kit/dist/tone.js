/** Whole words only, as people and programs write them: a badge that says anything else means nothing in particular. */
const said = {
    success: "paid|paid in full|done|complete|completed|delivered|approved|accepted|confirmed|passed|success|successful|succeeded|resolved|" +
        "healthy|operational|online|in stock|available|on time|on track|up to date|verified|active|won|" +
        "bezahlt|erledigt|geliefert|bestätigt|verfügbar|pünktlich|pago|pagado|pagada|entregue|entregado|entregada|confirmado|disponível|" +
        "disponible|payé|payée|livré|livrée|confirmé|pagato|consegnato|confermato|disponibile",
    warning: "delayed|late|pending|waiting|awaiting payment|on hold|paused|at risk|warning|due|due soon|due today|partially paid|partial|unpaid|low stock|" +
        "few left|only a few left|almost full|expiring|expires soon|degraded|needs review|in review|" +
        "verspätet|ausstehend|wartet|offen|atrasado|atrasada|pendente|pendiente|retrasado|retrasada|retardé|en retard|en attente|in ritardo|in attesa",
    danger: "overdue|failed|failure|error|critical|rejected|declined|denied|refused|blocked|expired|lost|urgent|down|offline|outage|sold out|" +
        "out of stock|unavailable|off track|past due|" +
        "überfällig|fehlgeschlagen|abgelehnt|ausverkauft|vencido|vencida|falhou|recusado|esgotado|rechazado|agotado|échoué|refusé|épuisé|scaduto|rifiutato|esaurito",
    neutral: "cancelled|canceled|draft|closed|inactive|archived|refunded|unknown|none|n/a|storniert|abgesagt|entwurf|cancelado|cancelada|rascunho|annulé|annulée|annullato",
};
/** The tone of a status; null for a text that is none. */
export function toneOf(text) {
    const word = text
        .trim()
        .replace(/[.!]$/, "")
        .replaceAll(/[-_|\s]+/g, " ")
        .toLowerCase();
    if (!word || word.length > 40)
        return null;
    for (const [tone, words] of Object.entries(said))
        if (words.split("|").includes(word))
            return tone;
    return null;
}
/** The tone of a figure that tells how something moved: "−3.2%" and "-€20" fell, "+4 %" rose; null for any other. */
export function moveOf(figure) {
    const found = /^\s*([+\-−–▲▼↑↓])\s*(\p{Sc}?)\s*\d[\d.,'’\s]*(%|\p{Sc})?$/u.exec(figure.slice(0, 40));
    if (!found || !(found[2] || found[3]) || !/[1-9]/.test(figure))
        return null;
    return /[+▲↑]/.test(found[1]) ? "success" : "danger";
}
