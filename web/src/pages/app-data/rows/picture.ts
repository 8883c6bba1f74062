/** The most that a picture may take of a row, which has 16 KiB, as a data: URL. */
const most = 11_000;
const tries = [
  { side: 360, quality: 0.7 },
  { side: 280, quality: 0.6 },
  { side: 200, quality: 0.5 },
  { side: 120, quality: 0.4 },
];

/** A picture as a data: URL that fits into a row. Fails for what is no picture. */
export async function shrink(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  try {
    let url = "";
    for (const { side, quality } of tries) {
      const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(bitmap.width * scale));
      canvas.height = Math.max(1, Math.round(bitmap.height * scale));
      const context = canvas.getContext("2d");
      if (!context) break;
      context.fillStyle = "#fff"; // JPEG has no transparency
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      url = canvas.toDataURL("image/jpeg", quality);
      if (url.length <= most) return url;
    }
    return url;
  } finally {
    bitmap.close();
  }
}
