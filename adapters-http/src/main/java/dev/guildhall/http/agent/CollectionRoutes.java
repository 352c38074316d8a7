package dev.guildhall.http.agent;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.MultipartFiles;
import dev.guildhall.http.Route;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.file.FileId;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.ReceivedFile;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.knowledge.CollectionChange;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.knowledge.Document;
import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.knowledge.Knowledge;
import dev.guildhall.ports.knowledge.KnowledgeQuery;
import dev.guildhall.ports.knowledge.NewCollection;
import dev.guildhall.ports.knowledge.Passage;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Collections of documents over HTTP (section Knowledge). */
public final class CollectionRoutes {
    private static final int MOST_PASSAGES = 200;
    private static final int USUAL_PASSAGES = 50;
    private static final int MOST_PAGES = 5_000;
    private static final int MOST_NUMBER = 10_000_000;

    private final Knowledge knowledge;

    public CollectionRoutes(Knowledge knowledge) {
        this.knowledge = knowledge;
    }

    public List<Route> routes() {
        String one = "/api/collections/{collectionId}";
        String document = one + "/documents/{documentId}";
        return List.of(
                Route.post("/api/collections", Access.BEARER, this::create),
                Route.get("/api/collections", Access.BEARER, this::list),
                Route.get(one, Access.BEARER, this::find),
                Route.patch(one, Access.BEARER, this::change),
                Route.delete(one, Access.BEARER, this::delete),
                Route.post(one + "/documents", Access.BEARER, this::add),
                Route.get(one + "/documents", Access.BEARER, this::documents),
                Route.get(document, Access.BEARER, this::document),
                Route.delete(document, Access.BEARER, this::deleteDocument),
                Route.get("/api/documents/{documentId}/passages", Access.BEARER, this::passages),
                Route.post(one + "/search", Access.BEARER, this::search));
    }

    private static CollectionId collectionId(Exchange exchange) {
        return exchange.pathId("collectionId", "collection", CollectionId::new);
    }

    private static DocumentId documentId(Exchange exchange) {
        return exchange.pathId("documentId", "document", DocumentId::new);
    }

    private void create(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<String> description = body.optional("description", RequestReader.text(), "");
        Supplier<Audience> audience =
                body.optional("visibility", RequestReader.text(Audience::fromWire), Audience.PRIVATE);
        body.check();
        NewCollection said = new NewCollection(name.get(), description.get(), audience.get());
        exchange.json(201, CollectionJson.OfCollection.of(knowledge.create(exchange.caller(), said)));
    }

    private void list(Exchange exchange) {
        exchange.json(
                200,
                Json.page(
                        "collections",
                        knowledge.list(exchange.caller(), exchange.page("col")),
                        CollectionJson.OfCollection::of));
    }

    private void find(Exchange exchange) {
        exchange.json(200, CollectionJson.OfCollection.of(knowledge.find(exchange.caller(), collectionId(exchange))));
    }

    private void change(Exchange exchange) {
        CollectionId id = collectionId(exchange);
        JsonBody body = exchange.body();
        Supplier<Optional<String>> name = body.replacement("name", RequestReader.text());
        Supplier<Change<String>> description = body.change("description", RequestReader.text());
        Supplier<Optional<Audience>> audience = body.optional("visibility", RequestReader.text(Audience::fromWire));
        body.check();
        Optional<String> described = switch (description.get()) {
            case Change.Kept<String> _ -> Optional.empty();
            case Change.Cleared<String> _ -> Optional.of("");
            case Change.Replaced<String>(String text) -> Optional.of(text);
        };
        CollectionChange change = new CollectionChange(name.get(), described, audience.get());
        exchange.json(200, CollectionJson.OfCollection.of(knowledge.change(exchange.caller(), id, change)));
    }

    private void delete(Exchange exchange) {
        knowledge.delete(exchange.caller(), collectionId(exchange));
        exchange.noContent();
    }

    private void add(Exchange exchange) {
        CollectionId id = collectionId(exchange);
        String type = exchange.requestHeader("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        Document added = type.startsWith("multipart/") ? uploaded(exchange, id) : ofFile(exchange, id);
        exchange.json(202, CollectionJson.OfDocument.of(added));
    }

    private Document ofFile(Exchange exchange, CollectionId id) {
        JsonBody body = exchange.body();
        Supplier<FileId> file = body.required("fileId", RequestReader.text(FileId::new));
        body.check();
        return knowledge.add(exchange.caller(), id, file.get());
    }

    /** When the form ends badly, or has several files, what was received is discarded. */
    private Document uploaded(Exchange exchange, CollectionId id) {
        List<ReceivedFile> received = new ArrayList<>();
        boolean isAdded = false;
        try {
            MultipartFiles.receive(exchange, (name, content) -> {
                if (!received.isEmpty()) {
                    throw Refusal.invalid("body", "must have one file");
                }
                ReceivedFile file = knowledge.receive(exchange.caller(), id, FileName.parse(name), content);
                received.add(file);
                return file;
            });
            isAdded = true;
            return knowledge.add(exchange.caller(), id, received.getFirst());
        } finally {
            if (!isAdded) {
                knowledge.discard(exchange.caller(), received);
            }
        }
    }

    private void documents(Exchange exchange) {
        exchange.json(
                200,
                Json.page(
                        "documents",
                        knowledge.documents(exchange.caller(), collectionId(exchange), exchange.page("doc")),
                        CollectionJson.OfDocument::of));
    }

    private Document inCollection(Exchange exchange) {
        CollectionId id = collectionId(exchange);
        Document found = knowledge.document(exchange.caller(), documentId(exchange));
        if (!found.collection().equals(id)) {
            throw new Refusal(new CommonProblem.NotFound("document"));
        }
        return found;
    }

    private void document(Exchange exchange) {
        exchange.json(200, CollectionJson.OfDocument.of(inCollection(exchange)));
    }

    private void deleteDocument(Exchange exchange) {
        knowledge.deleteDocument(exchange.caller(), inCollection(exchange).id());
        exchange.noContent();
    }

    private void passages(Exchange exchange) {
        DocumentId id = documentId(exchange);
        Optional<Integer> page = exchange.query("page").map(text -> number("page", text, 1, MOST_PAGES));
        int from = exchange.query("from")
                .map(text -> number("from", text, 0, MOST_NUMBER))
                .orElse(0);
        int most = exchange.query("limit")
                .map(text -> number("limit", text, 1, MOST_PASSAGES))
                .orElse(USUAL_PASSAGES);
        List<Passage> found = page.isPresent()
                ? knowledge.page(exchange.caller(), id, page.get())
                : knowledge.passages(exchange.caller(), id, from, most);
        exchange.json(200, Json.list("passages", found, CollectionJson.OfPassage::of));
    }

    private static int number(String name, String text, int least, int most) {
        if (text.matches("[0-9]{1,8}")) {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw Refusal.invalid(name, "must be an integer from " + least + " to " + most);
    }

    private void search(Exchange exchange) {
        CollectionId id = collectionId(exchange);
        JsonBody body = exchange.body();
        Supplier<String> query = body.required("query", RequestReader.text());
        Supplier<Integer> limit =
                body.optional("limit", RequestReader.integer(1, KnowledgeQuery.MAX_LIMIT), KnowledgeQuery.USUAL_LIMIT);
        body.check();
        KnowledgeQuery asked = new KnowledgeQuery(query.get(), limit.get());
        exchange.json(
                200,
                Json.list("hits", knowledge.search(exchange.caller(), List.of(id), asked), CollectionJson.OfHit::of));
    }
}
