package dev.guildhall.persistence.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.contract.agent.ConversationStoreContract;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import java.util.List;
import org.junit.jupiter.api.Test;

class PgConversationStoreIT implements ConversationStoreContract {
    @Override
    public Stores stores() {
        return TestPostgres.stores();
    }

    @Test
    void the_store_refuses_a_conversation_of_an_account_that_was_erased_meanwhile() {
        Chat chat = Sample.chat(new UserId(Sample.id("usr"))).build();

        Refusal refused = catchThrowableOfType(
                Refusal.class, () -> stores().conversations().add(chat, List.of()));

        assertThat(refused.problem()).isInstanceOf(CommonProblem.Unauthenticated.class);
    }
}
