import { useTitle } from "~/shell/title";
import { PageHeader } from "~/ui";
import { Account } from "./Account";
import { Password } from "./Password";

export default function Profile() {
  useTitle("Profile");
  return (
    <>
      <PageHeader title="Profile">
        Who you are to the people you work with. It is the same in every workspace.
      </PageHeader>
      <div className="grid gap-5 max-w-xl">
        <Account />
        <Password />
      </div>
    </>
  );
}
