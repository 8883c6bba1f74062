// Package transcript plays written conversations with an app's MCP endpoint and compares the answers. It is for tests.
// It knows what differs between the protocol's eras and hides it, so that one file tells the story in both; it must not
// know HTTP: the test that uses it supplies the transport.
//
// A transcript is a txtar file. Its comment says in prose what is shown. Then follow steps: a request and its response.
//
//	-- call add_task as ada --
//	{"user_id": "${ada}", "title": "Buy groceries"}
//	-- response --
//	{"result": {…}}
//
// "call TOOL" calls a tool with the arguments given; "request" holds {"method", "params"} of any message. "as NAME" sends
// the headers that Options.As has for NAME. In a request, "${name}" stands for one of Options.Vars or a number met before,
// and "${x*200}" for 200 times x. A response holds the JSON-RPC result or error, "status" when HTTP's is not 200,
// "notifications" when there were any, and "body" when the answer is no JSON-RPC message. In it a text that is JSON itself is shown as
// {"$json": …}. Where the eras answer differently there are "response legacy" and "response modern".
package transcript
