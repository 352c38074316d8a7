"use strict";
// The services of this node: the address that the paths of each are appended to, without a host on this listener.
const services = /*SERVICES*/ {};
const addressOf = (service) => new URL(services[service] || "/", location.origin).href.replace(/\/$/, "");

// Where the reference keeps the key, until the user signs out of the pages.
const KEPT = "authorized";

/** The commands with the addresses of this server; a step whose service is not on this node is left out. */
function writeCommands() {
  for (const step of document.querySelectorAll("[data-needs]")) {
    if (!step.dataset.needs.split(" ").every((service) => service in services)) {
      step.remove();
      continue;
    }
    const code = step.querySelector("pre code");
    code.textContent = code.textContent.replace(/\{\{(\w+)\}\}/g, (_, name) => {
      if (name === "origin") return location.origin;
      const address = addressOf(name);
      return address.startsWith(`${location.origin}/`) ? `$G${address.slice(location.origin.length)}` : address;
    });
    if (navigator.clipboard) addCopyButton(step, code);
  }
}

function addCopyButton(step, code) {
  const heading = step.querySelector("h2");
  const row = document.createElement("div");
  row.className = "row";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy the commands of "${heading.textContent}"`);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed";
    }
  });
  heading.replaceWith(row);
  row.append(heading, button);
}

function offerWayBack() {
  if (!("chat" in services)) return;
  const back = document.getElementById("back");
  back.href = addressOf("chat");
  back.hidden = false;
}

/** What a service says about all of its requests is below a heading that opens it. */
const rules = (system) => ({
  wrapComponents: {
    InfoContainer: (Original) => (props) => {
      const { createElement } = system.React;
      return createElement(
        "details",
        { className: "rules" },
        createElement("summary", null, `${props.specSelectors.info().get("title")}: rules of all requests`),
        createElement(Original, props),
      );
    },
  },
});

writeCommands();
offerWayBack();
addEventListener("storage", ({ key, newValue }) => {
  if (key === KEPT && newValue === null) location.reload();
});
addEventListener("load", () => {
  SwaggerUIBundle({
    urls: Object.keys(services).map((name) => ({ name, url: `/openapi/${name}.json` })),
    dom_id: "#api",
    deepLinking: true,
    docExpansion: "none",
    validatorUrl: null,
    persistAuthorization: true,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    plugins: [rules],
    layout: "StandaloneLayout",
  });
});
