import { type Action, isDict, readActions, safeHref, text } from "@chatui/runtime";
import { type Point, project } from "./geo.ts";

/** One place, cleaned: strings may be "". */
export interface Place {
  name: string;
  description: string;
  badge: string;
  url: string;
  /** On the map; null when the data has no usable position. */
  point: Point | null;
}

export interface Places {
  title: string;
  subtitle: string;
  places: Place[];
  actions: Action[];
  skipped: number;
  readable: boolean;
}

/** Reads what a tool answered. It may come from a source that nobody has checked, so it shows what it can. */
export function readPlaces(output: unknown): Places {
  const data = isDict(output) ? output : {};
  const list = Array.isArray(data["places"]) ? data["places"] : null;
  const places = (list ?? []).map(readPlace).filter((p) => p !== null);
  return {
    title: text(data["title"]),
    subtitle: text(data["subtitle"]),
    places,
    actions: readActions(data["actions"]),
    skipped: (list?.length ?? 0) - places.length,
    readable: list !== null,
  };
}

function readPlace(value: unknown): Place | null {
  if (!isDict(value)) return null;
  const place: Place = {
    name: text(value["name"]),
    description: text(value["description"]) || text(value["address"]),
    badge: text(value["badge"]),
    url: safeHref(value["url"]),
    point: readPoint(value["latitude"], value["longitude"]),
  };
  if (!place.name && !place.description && !place.point) return null;
  return place.name ? place : { ...place, name: "Unnamed place" };
}

function readPoint(latitude: unknown, longitude: unknown): Point | null {
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? project(longitude, latitude) : null;
}
