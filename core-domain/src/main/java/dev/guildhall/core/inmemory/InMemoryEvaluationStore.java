package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.core.inmemory.transaction.UndoableMap;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.evaluation.CaseId;
import dev.guildhall.ports.evaluation.CaseResult;
import dev.guildhall.ports.evaluation.Evaluation;
import dev.guildhall.ports.evaluation.EvaluationCase;
import dev.guildhall.ports.evaluation.EvaluationId;
import dev.guildhall.ports.evaluation.EvaluationStore;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What belongs to an assistant that was removed is not found any more, and removed at the next write. */
final class InMemoryEvaluationStore implements EvaluationStore {
    private static final Comparator<Evaluation> OLDEST_FIRST =
            Comparator.comparing(evaluation -> evaluation.id().value());

    private final InMemoryTransactions transactions;
    private final Stores stores;
    private final UndoableMap<CaseId, EvaluationCase> cases;
    private final UndoableMap.Groups<CaseId, EvaluationCase, AssistantId> casesOf;
    private final UndoableMap<EvaluationId, Entry> evaluations;
    private final UndoableMap.Groups<EvaluationId, Entry, AssistantId> evaluationsOf;
    private final UndoableMap.Groups<EvaluationId, Entry, TaskId> ofTasks;

    private record Entry(Evaluation evaluation, int fence) {
        boolean hasEnded() {
            return evaluation.status().isFinal();
        }

        boolean isOf(UserId counted) {
            return evaluation.countsFor().orElse(evaluation.user()).equals(counted);
        }
    }

    InMemoryEvaluationStore(InMemoryTransactions transactions, Stores stores) {
        this.transactions = transactions;
        this.stores = stores;
        this.cases = new UndoableMap<>(transactions);
        this.casesOf = cases.by(EvaluationCase::assistant);
        this.evaluations = new UndoableMap<>(transactions);
        this.evaluationsOf =
                evaluations.by(entry -> entry.evaluation().assistant().id());
        this.ofTasks = evaluations.by(entry -> entry.evaluation().task());
    }

    private boolean exists(AssistantId assistant) {
        return stores.assistants().find(assistant).isPresent();
    }

    private Stream<EvaluationCase> casesOf(AssistantId assistant) {
        return exists(assistant) ? casesOf.of(assistant) : Stream.empty();
    }

    private Stream<Entry> evaluationsOf(AssistantId assistant) {
        return exists(assistant) ? evaluationsOf.of(assistant) : Stream.empty();
    }

    @Override
    public int countCases(AssistantId assistant) {
        return transactions.guarded(() -> (int) casesOf(assistant).count());
    }

    @Override
    public void add(EvaluationCase added) {
        transactions.run(() -> {
            removeOrphans();
            if (exists(added.assistant())) {
                cases.put(added.id(), added);
            }
        });
    }

    private void removeOrphans() {
        cases.removeWhere(one -> !exists(one.assistant()));
        evaluations.removeWhere(one -> !exists(one.evaluation().assistant().id()));
    }

    @Override
    public Optional<EvaluationCase> find(AssistantId assistant, CaseId id) {
        return transactions.guarded(
                () -> cases.get(id).filter(one -> one.assistant().equals(assistant) && exists(assistant)));
    }

    @Override
    public boolean remove(AssistantId assistant, CaseId id) {
        return transactions.guarded(
                () -> find(assistant, id).isPresent() && cases.remove(id).isPresent());
    }

    @Override
    public Page<EvaluationCase> cases(AssistantId assistant, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(casesOf(assistant).toList(), page, EvaluationCase::id));
    }

    @Override
    public List<CaseId> caseIds(AssistantId assistant, int most) {
        return transactions.guarded(() -> casesOf(assistant)
                .map(EvaluationCase::id)
                .sorted(Comparator.comparing(CaseId::value))
                .limit(most)
                .toList());
    }

    @Override
    public void add(Evaluation evaluation) {
        transactions.run(() -> {
            removeOrphans();
            if (exists(evaluation.assistant().id())) {
                evaluations.put(evaluation.id(), new Entry(counted(evaluation), 0));
            }
        });
    }

    private Evaluation counted(Evaluation evaluation) {
        return evaluation.countsFor().flatMap(stores.accounts()::find).isPresent()
                ? evaluation
                : evaluation.countingForUser();
    }

    @Override
    public Optional<Evaluation> find(AssistantId assistant, EvaluationId id) {
        return transactions.guarded(() -> evaluations
                .get(id)
                .map(Entry::evaluation)
                .filter(one -> one.assistant().id().equals(assistant) && exists(assistant)));
    }

    @Override
    public Optional<Evaluation> ofTask(TaskId task) {
        return transactions.guarded(() -> ofTasks.of(task)
                .map(Entry::evaluation)
                .filter(one -> exists(one.assistant().id()))
                .findFirst());
    }

    @Override
    public Page<Evaluation> list(AssistantId assistant, UserId user, PageRequest page) {
        return transactions.guarded(() -> Page.newestFirst(
                        evaluationsOf(assistant)
                                .map(Entry::evaluation)
                                .filter(one -> one.user().equals(user))
                                .toList(),
                        page,
                        Evaluation::id)
                .map(InMemoryEvaluationStore::listed));
    }

    private static Evaluation listed(Evaluation evaluation) {
        return evaluation.with(evaluation.results().stream()
                .map(one -> new CaseResult(
                        one.caseId(),
                        one.passed(),
                        Text.beginning(one.answer(), LISTED_ANSWER),
                        one.reasons(),
                        one.toolsUsed()))
                .toList());
    }

    @Override
    public List<Evaluation> unended(Optional<EvaluationId> after, int most) {
        return transactions.guarded(() -> evaluations
                .where(entry -> !entry.hasEnded()
                        && exists(entry.evaluation().assistant().id()))
                .map(entry -> entry.evaluation().with(List.of()))
                .filter(one -> after.filter(id -> one.id().value().compareTo(id.value()) <= 0)
                        .isEmpty())
                .sorted(OLDEST_FIRST)
                .limit(most)
                .toList());
    }

    @Override
    public int prune(AssistantId assistant, UserId counted, int most) {
        return transactions.guarded(() -> {
            List<Entry> all =
                    evaluationsOf(assistant).filter(one -> one.isOf(counted)).toList();
            List<EvaluationId> old = all.stream()
                    .filter(Entry::hasEnded)
                    .map(Entry::evaluation)
                    .sorted(OLDEST_FIRST)
                    .limit(Math.max(0, all.size() - most))
                    .map(Evaluation::id)
                    .toList();
            old.forEach(evaluations::remove);
            return all.size() - old.size();
        });
    }

    @Override
    public boolean begin(Attempt attempt) {
        return change(
                attempt.id(),
                entry -> entry.fence() < attempt.fence(),
                entry -> new Entry(entry.evaluation(), attempt.fence()));
    }

    @Override
    public boolean add(Attempt attempt, CaseResult result) {
        return change(
                attempt.id(),
                entry -> entry.fence() == attempt.fence()
                        && entry.evaluation().results().stream()
                                .noneMatch(known -> known.caseId().equals(result.caseId())),
                entry -> new Entry(with(entry.evaluation(), result), entry.fence()));
    }

    private static Evaluation with(Evaluation evaluation, CaseResult result) {
        return evaluation.with(Stream.concat(evaluation.results().stream(), Stream.of(result))
                .sorted(Comparator.comparing(one -> one.caseId().value()))
                .toList());
    }

    @Override
    public void end(EvaluationId id, TaskStatus status, Evaluation.End end) {
        change(id, any -> true, entry -> new Entry(entry.evaluation().with(status, Optional.of(end)), entry.fence()));
    }

    /** Changes an evaluation that has not ended. */
    private boolean change(EvaluationId id, Predicate<Entry> condition, UnaryOperator<Entry> change) {
        return transactions.guarded(() -> {
            boolean changes = evaluations
                    .get(id)
                    .filter(entry -> !entry.hasEnded()
                            && exists(entry.evaluation().assistant().id()))
                    .filter(condition)
                    .isPresent();
            if (changes) {
                evaluations.change(id, change);
            }
            return changes;
        });
    }

    @Override
    public int erase(UserId user, int most) {
        return transactions.guarded(() -> {
            removeOrphans();
            int removed =
                    evaluations.removeWhere(entry -> entry.evaluation().user().equals(user), most);
            List<Evaluation> counted = evaluations
                    .where(entry ->
                            entry.evaluation().countsFor().filter(user::equals).isPresent())
                    .map(Entry::evaluation)
                    .limit(most - removed)
                    .toList();
            counted.forEach(one -> evaluations.change(
                    one.id(), entry -> new Entry(entry.evaluation().countingForUser(), entry.fence())));
            return removed + counted.size();
        });
    }
}
