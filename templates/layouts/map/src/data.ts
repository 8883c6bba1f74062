import { type Around, isDict, type Line, readEntries, readLines, safeHref, text } from "@chatui/runtime";
import { type Point, type Position, project } from "./geo.ts";

/** One place, cleaned: strings may be "". */
export interface Place {
  name: string;
  description: string;
  badge: string;
  url: string;
  lines: Line[];
  /** null when the data has no usable one. */
  position: Position | null;
  /** The position on the map. */
  point: Point | null;
}

export interface Places extends Around {
  places: Place[];
}

export function readPlaces(output: unknown): Places {
  const { entries: places, ...around } = readEntries(output, readPlace, "places");
  return { ...around, places };
}

function readPlace(value: unknown): Place | null {
  if (!isDict(value)) return null;
  const position = readPosition(value["latitude"], value["longitude"]);
  const place: Place = {
    name: text(value["name"]),
    description: text(value["description"]) || text(value["address"]),
    badge: text(value["badge"]),
    url: safeHref(value["url"]),
    lines: readLines(value["lines"]),
    position,
    point: position && project(position.longitude, position.latitude),
  };
  if (!place.name && !place.description && !place.point) return null;
  return place.name ? place : { ...place, name: "Unnamed place" };
}

function readPosition(latitude: unknown, longitude: unknown): Position | null {
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** Where a place is opened in a map with streets: an address that browsers and phones give to the app for it. */
export const mapsHref = ({ latitude, longitude }: Position): string =>
  `https://www.google.com/maps/search/?api=1&query=${latitude}%2C${longitude}`;
