package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole table of permissions in a group, operation by operation. The founder is always a second owner. */
class GroupRolesTest {
    private static final String BOSS = "boss@example.org";

    private final Installation installation = new Installation(parts -> parts.adminEmails(Set.of(new Email(BOSS))));
    private final GroupFixture fixture = new GroupFixture(installation);
    private final Caller.User boss = installation.bearer(installation.register(BOSS));

    private Caller.User actor(String what) {
        return switch (what) {
            case "outsider" -> installation.someone();
            case "boss" -> boss;
            default -> fixture.joined(GroupRole.fromWire(what).orElseThrow());
        };
    }

    private void act(Caller.User actor, String action) {
        String[] words = action.split(" ");
        switch (words[0]) {
            case "list" -> assertThat(fixture.members(actor)).isNotEmpty();
            case "add" ->
                fixture.groups().add(actor, fixture.id(), GroupFixture.as(installation.someone(), role(words[1])));
            case "change" -> fixture.change(actor, fixture.joined(role(words[1])), role(words[2]));
            case "become" -> fixture.change(actor, actor, role(words[1]));
            case "remove" -> fixture.remove(actor, fixture.joined(role(words[1])));
            case "leave" -> fixture.remove(actor, actor);
            default -> fixture.groups().delete(actor, fixture.id());
        }
    }

    private static GroupRole role(String name) {
        return GroupRole.fromWire(name).orElseThrow();
    }

    private String outcome(Caller.User actor, String action) {
        try {
            act(actor, action);
            return "yes";
        } catch (Refusal refusal) {
            return switch (refusal.problem()) {
                case CommonProblem.Forbidden ignored -> "no";
                case CommonProblem.NotFound missing -> missing.what();
                default -> throw refusal;
            };
        }
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            value = {
                "deed,                 owner, admin, member, outsider, boss",
                "list,                 yes,   yes,   yes,    group,    yes",
                "add member,           yes,   yes,   no,     group,    no",
                "add admin,            yes,   yes,   no,     group,    no",
                "add owner,            yes,   no,    no,     group,    no",
                "change member member, yes,   yes,   no,     group,    no",
                "change member admin,  yes,   yes,   no,     group,    no",
                "change member owner,  yes,   no,    no,     group,    no",
                "change admin member,  yes,   yes,   no,     group,    no",
                "change admin admin,   yes,   yes,   no,     group,    no",
                "change admin owner,   yes,   no,    no,     group,    no",
                "change owner member,  yes,   no,    no,     group,    no",
                "change owner admin,   yes,   no,    no,     group,    no",
                "change owner owner,   yes,   no,    no,     group,    no",
                "become member,        yes,   yes,   no,     group,    no",
                "become admin,         yes,   yes,   no,     group,    no",
                "become owner,         yes,   no,    no,     group,    no",
                "remove member,        yes,   yes,   no,     group,    no",
                "remove admin,         yes,   yes,   no,     group,    no",
                "remove owner,         yes,   no,    no,     group,    no",
                "leave,                yes,   yes,   yes,    group,    no",
                "delete,               yes,   no,    no,     group,    no",
            })
    void every_role_may_do_exactly_what_the_table_says(
            String action, String owner, String admin, String member, String outsider, String asBoss) {
        assertThat(outcome(actor("member"), action)).as("member").isEqualTo(member);
        assertThat(outcome(actor("outsider"), action)).as("outsider").isEqualTo(outsider);
        assertThat(outcome(boss, action)).as("admin of the installation").isEqualTo(asBoss);
        assertThat(outcome(actor("admin"), action)).as("admin").isEqualTo(admin);
        assertThat(outcome(actor("owner"), action)).as("owner").isEqualTo(owner);
    }
}
