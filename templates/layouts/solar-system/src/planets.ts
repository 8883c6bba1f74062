import { isDict, text } from "@chatui/runtime";

export interface Planet {
  name: string;
  about: string;
  /** Mean distance from the sun, in millions of kilometres. */
  distance: number;
  /** One turn around the sun, in days. */
  year: number;
  /** One turn around itself, in hours. */
  day: number;
  /** At the equator, in kilometres. */
  diameter: number;
  /** Mean longitude at noon of 1 January 2000, in degrees. */
  longitude: number;
  /** How it is drawn. The colours belong to the picture, as a photograph's would; no theme changes them. */
  color: string;
  size: number;
}

// Rounded figures as they are commonly published; longitude is the mean one at noon of 1 January 2000 (J2000).
export const planets: Planet[] = [
  {
    name: "Mercury",
    about: "The smallest planet and the fastest: bare rock, baked by day and frozen by night.",
    distance: 57.9,
    year: 87.97,
    day: 1407.6,
    diameter: 4879,
    longitude: 252.25,
    color: "#8c8279",
    size: 3.2,
  },
  {
    name: "Venus",
    about: "Hotter than Mercury under its thick clouds, and turning backwards.",
    distance: 108.2,
    year: 224.7,
    day: 5832.5,
    diameter: 12104,
    longitude: 181.98,
    color: "#c78a2c",
    size: 4.6,
  },
  {
    name: "Earth",
    about: "The only place known to have oceans on its surface, and life in them.",
    distance: 149.6,
    year: 365.26,
    day: 23.9,
    diameter: 12756,
    longitude: 100.46,
    color: "#2f7fd0",
    size: 4.8,
  },
  {
    name: "Mars",
    about: "A cold desert with the largest volcano of all, and traces of old rivers.",
    distance: 228,
    year: 686.98,
    day: 24.6,
    diameter: 6792,
    longitude: 355.45,
    color: "#c4532d",
    size: 3.8,
  },
  {
    name: "Jupiter",
    about: "More mass than all the other planets together, and a storm that has blown for centuries.",
    distance: 778.5,
    year: 4332.6,
    day: 9.9,
    diameter: 142984,
    longitude: 34.4,
    color: "#b5794a",
    size: 9,
  },
  {
    name: "Saturn",
    about: "Its rings are ice and dust, most of the way to the moon in breadth and a house in height.",
    distance: 1432,
    year: 10759,
    day: 10.7,
    diameter: 120536,
    longitude: 49.95,
    color: "#b8924a",
    size: 7.4,
  },
  {
    name: "Uranus",
    about: "It lies on its side, so each pole has forty-two years of day and as many of night.",
    distance: 2867,
    year: 30685,
    day: 17.2,
    diameter: 51118,
    longitude: 313.24,
    color: "#2f9c9c",
    size: 6,
  },
  {
    name: "Neptune",
    about: "Found by calculation before anybody saw it; its winds are the fastest known.",
    distance: 4515,
    year: 60189,
    day: 16.1,
    diameter: 49528,
    longitude: 304.88,
    color: "#4a63d6",
    size: 5.8,
  },
];

export const picture = { width: 400, height: 268 };
const tilt = 0.66;

/** The half axes of an orbit in the picture: evenly spaced, since true distances would hide the inner planets. */
export function orbit(index: number): { rx: number; ry: number } {
  const rx = 34 + index * 21.4;
  return { rx, ry: rx * tilt };
}

/** Where a planet stands in the picture. days: since noon of 1 January 2000. */
export function place(index: number, days: number): { x: number; y: number } {
  const planet = planets[index] as Planet;
  const angle = ((planet.longitude + (360 * days) / planet.year) * Math.PI) / 180;
  const { rx, ry } = orbit(index);
  return { x: picture.width / 2 + rx * Math.cos(angle), y: picture.height / 2 - ry * Math.sin(angle) };
}

const epoch = Date.UTC(2000, 0, 1, 12);
export const daysOf = (time: number): number => (time - epoch) / 86_400_000;
export const timeOf = (days: number): number => epoch + days * 86_400_000;

export interface Scene {
  /** Index of the planet to look at. */
  planet: number;
  /** What the answer says of it; "" when nothing. */
  about: string;
  /** Whether the planets are to move. */
  moving: boolean;
  /** A planet that was asked for and is none; "" when all is well. */
  unknown: string;
}

/** Reads what a tool answered: {planet_name, planet_description, autoOrbit}, each of which may be missing. */
export function readScene(output: unknown): Scene {
  const data = isDict(output) ? output : {};
  const name = text(data["planet_name"]);
  const index = find(name);
  return {
    planet: index < 0 ? 2 : index,
    about: index < 0 ? "" : text(data["planet_description"]),
    moving: data["autoOrbit"] !== false,
    unknown: name && index < 0 ? name : "",
  };
}

/** The planet in the widget's state; -1 when there is none. */
export function readChoice(state: unknown): number {
  return isDict(state) ? find(text(state["planet"])) : -1;
}

const find = (name: string): number => planets.findIndex((planet) => planet.name.toLowerCase() === name.toLowerCase());

/** A span of time in the unit in which people think of it. */
export function span(hours: number, locale: string): string {
  const days = hours / 24;
  if (days >= 730) return number(days / 365.25, locale, "year");
  return days >= 2 ? number(days, locale, "day") : number(hours, locale, "hour");
}

export function number(value: number, locale: string, unit?: string): string {
  const digits = value < 100 ? 1 : 0;
  const options: Intl.NumberFormatOptions = {
    maximumFractionDigits: digits,
    ...(unit ? { style: "unit", unit, unitDisplay: "long" } : {}),
  };
  try {
    return new Intl.NumberFormat(locale, options).format(value);
  } catch {
    return new Intl.NumberFormat("en", options).format(value);
  }
}
