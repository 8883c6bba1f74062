import { type Around, isDict, type Line, readEntries, readLines, safeHref, text } from "@chatui/runtime";
import { type Point, project } from "./geo.ts";

/** One place, cleaned: strings may be "". */
export interface Place {
  name: string;
  description: string;
  badge: string;
  url: string;
  lines: Line[];
  /** On the map; null when the data has no usable position. */
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
  const place: Place = {
    name: text(value["name"]),
    description: text(value["description"]) || text(value["address"]),
    badge: text(value["badge"]),
    url: safeHref(value["url"]),
    lines: readLines(value["lines"]),
    point: readPoint(value["latitude"], value["longitude"]),
  };
  if (!place.name && !place.description && !place.point) return null;
  return place.name ? place : { ...place, name: "Unnamed place" };
}

function readPoint(latitude: unknown, longitude: unknown): Point | null {
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? project(longitude, latitude) : null;
}
