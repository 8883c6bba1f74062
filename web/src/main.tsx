import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query";
import "./app.css";
import { createAppRouter } from "./shell/router";

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no #root");
const client = createQueryClient();
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={createAppRouter(client)} />
    </QueryClientProvider>
  </StrictMode>,
);
