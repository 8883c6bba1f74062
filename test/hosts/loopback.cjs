// Preloaded: whatever this process listens on, it listens on the loopback interface only.
const net = require("node:net");
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (...args) {
  if (args[0] && typeof args[0] === "object" && "port" in args[0]) args[0] = { ...args[0], host: "127.0.0.1" };
  else if (/^\d+$/.test(args[0])) typeof args[1] === "string" ? (args[1] = "127.0.0.1") : args.splice(1, 0, "127.0.0.1");
  return listen.apply(this, args);
};
