package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.MemberCounts;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random operations in a group: it has an owner as long as it exists. */
class RandomGroupsTest {
    private static final int PEOPLE = 5;
    private static final List<GroupRole> ROLES = List.of(GroupRole.values());
    private static final int DEEDS = 60;

    private final Installation installation = new Installation();
    private final Stores stores = installation.stores();
    private final GroupFixture fixture = new GroupFixture(installation);
    private final GroupSuccession succession =
            new GroupSuccession(stores, new AuditJournal(InstantSource.fixed(Sample.NOW), Sample::id, stores.audit()));
    private final List<Caller.User> people = Stream.concat(
                    Stream.of(fixture.founder()),
                    Stream.generate(installation::someone).limit(PEOPLE - 1L))
            .toList();

    static IntStream seeds() {
        return IntStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_existing_group_has_an_owner_and_a_deleted_group_has_no_members(int seed) {
        Random random = new Random(seed);
        for (int i = 0; i < DEEDS; i++) {
            tryOne(random);

            MemberCounts left = stores.memberships().count(fixture.id());
            boolean isThere = stores.groups().find(fixture.id()).isPresent();
            assertThat(left.owners() > 0).isEqualTo(isThere);
            assertThat(left.members() > 0).isEqualTo(isThere);
        }
    }

    private void tryOne(Random random) {
        Caller.User actor = people.get(random.nextInt(PEOPLE));
        Caller.User whom = people.get(random.nextInt(PEOPLE));
        GroupRole role = ROLES.get(random.nextInt(ROLES.size()));
        try {
            switch (random.nextInt(40)) {
                case 0 -> fixture.groups().delete(actor, fixture.id());
                case 1, 2 -> stores.transactions().run(() -> succession.leaveAll(whom.userId()));
                case 3, 4, 5, 6, 7, 8, 9, 10 -> fixture.remove(actor, whom);
                case 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22 -> fixture.change(actor, whom, role);
                default -> fixture.groups().add(actor, fixture.id(), GroupFixture.as(whom, role));
            }
        } catch (Refusal refused) {
            assertThat(refused.problem().message()).isNotBlank();
        }
    }
}
