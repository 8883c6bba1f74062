/** Outline icons on a 24-pixel grid, drawn for this project: path data for <Icon>. Only those that are used are bundled. */
export declare const alertIcon = "M12 8v5m0 3.2v.1M10.3 4.4 2.9 17.5A2 2 0 0 0 4.6 20.5h14.8a2 2 0 0 0 1.7-3L13.7 4.4a2 2 0 0 0-3.4 0Z";
export declare const backIcon = "M19 12H5m6-6-6 6 6 6";
export declare const checkIcon = "m5 12.5 4.5 4.5L19 7.5";
export declare const closeIcon = "m6.5 6.5 11 11M17.5 6.5l-11 11";
export declare const editIcon = "M4 20h4L19.5 8.5a2.1 2.1 0 0 0-3-3L5 17v3Zm10.5-12.5 3 3";
export declare const externalIcon = "M9 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-3M13 4h7v7M20 4l-9 9";
export declare const imageIcon = "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm-1 12 4.5-4.5 4 4 2.5-2.5 5 5M15.5 9h.1";
export declare const inboxIcon = "M4 13.5 6.5 5h11L20 13.5V18a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18v-4.5Zm0 0h5a3 3 0 0 0 6 0h5";
export declare const nextIcon = "m9.5 5.5 6.5 6.5-6.5 6.5";
export declare const pauseIcon = "M8.5 5.5v13M15.5 5.5v13";
export declare const playIcon = "M7.5 5.2v13.6a.8.8 0 0 0 1.2.7l10.6-6.8a.8.8 0 0 0 0-1.4L8.7 4.5a.8.8 0 0 0-1.2.7Z";
export declare const plusIcon = "M12 5v14M5 12h14";
export declare const previousIcon = "m14.5 5.5-6.5 6.5 6.5 6.5";
export declare const starIcon = "m12 3.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8L12 3.6Z";
export declare const stopIcon = "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM5.7 5.7l12.6 12.6";
export declare const trashIcon = "M4.5 7h15M10 11v5.5M14 11v5.5M6 7l.9 11.6A1.5 1.5 0 0 0 8.4 20h7.2a1.5 1.5 0 0 0 1.5-1.4L18 7M9 7V5.2A1.2 1.2 0 0 1 10.2 4h3.6A1.2 1.2 0 0 1 15 5.2V7";
export declare const userIcon = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8a7.5 7.5 0 0 1 15 0";
